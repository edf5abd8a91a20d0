/// Why faults cannot be tried.
struct FaultError: Error, CustomStringConvertible {
    let description: String

    static func cleanRunFailed(_ problem: String) -> FaultError {
        FaultError(
            description: "the run without faults ended otherwise than expected: \(problem)")
    }
}
