/// Carries a result out of a queue; only the waiting task reads it.
struct Outcome<T>: @unchecked Sendable {
    let result: Result<T, any Error>
}

/// Throws an error of `block`, in the only way that `rethrows` allows.
func rethrow<T>(_ error: any Error, as block: () throws -> T) rethrows -> Never {
    func run(_ body: (any Error) throws -> Never) rethrows -> Never { try body(error) }
    try run { throw $0 }
}
