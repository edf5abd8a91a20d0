/// Carries a result out of a queue; the waiting task alone reads it.
struct Outcome<T>: @unchecked Sendable {
    let result: Result<T, any Error>
}

/// Throws an error that `block` threw, in the one way in which `rethrows` allows it.
func rethrow<T>(_ error: any Error, as block: () throws -> T) rethrows -> Never {
    func run(_ body: (any Error) throws -> Never) rethrows -> Never { try body(error) }
    try run { throw $0 }
}
