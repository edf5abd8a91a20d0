import WorkloadEngine

/// Why a run cannot be recorded.
struct RecorderError: Error, CustomStringConvertible {
    enum Code: Sendable {
        case outcomeDiffers
        case didNotEnd
    }

    let code: Code
    let message: String
    /// The run's outcome, if it ended.
    let outcome: Outcome?

    var description: String { message }

    static func outcomeDiffers(_ outcome: Outcome) -> RecorderError {
        let lines =
            outcome.failures.map(\.description) + outcome.saveFailures.map(\.description)
            + outcome.differences
        return RecorderError(
            code: .outcomeDiffers,
            message: "the recorded run ended with other data than its operations make: "
                + (lines.first ?? "the digests differ"),
            outcome: outcome)
    }

    static let didNotEnd = RecorderError(
        code: .didNotEnd,
        message: "nothing was left to run, and the workload had not come to its end", outcome: nil)
}
