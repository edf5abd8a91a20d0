import ArgumentParser

extension ValidationError {
    /// Checks a request, and reports an impossible one as a mistake on the command line.
    ///
    /// - Throws: `ValidationError`.
    static func refusing(_ check: () throws(RequestError) -> Void) throws {
        do {
            try check()
        } catch {
            throw ValidationError(error.description)
        }
    }

    /// Checks a number of runs of each topology; `nil` is the usual one.
    ///
    /// - Throws: `ValidationError`.
    static func checkRepetitions(_ count: Int?) throws {
        guard let count, !(1...1000).contains(count) else { return }
        throw ValidationError(RequestError.notARepetitionCount(count).description)
    }
}
