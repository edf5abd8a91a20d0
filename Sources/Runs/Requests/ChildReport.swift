import Results

/// A child's report on its run: the file that its parent reads.
///
/// A child that dies early writes no report; `ChildOutcome` then judges it by other traces.
package enum ChildReport: Codable, Sendable {
    /// The run came to its end. The record has the outcome and the expected one.
    case finished(RunRecord)
    /// The run came to its end in virtual time. Its record is whole if that was requested.
    case simulated(SentRepetition)
    /// The run was recorded, and its crash states explored.
    case explored(ExplorationRecord)
    /// A stack that is written in Swift showed this layout: a topology as JSON.
    case shown(String)
    /// The run stood still until the watchdog ended it.
    case stuck(StallReport)
    /// The child found a reason not to go on.
    case failed(RunFailure)

    /// Writes the report under a temporary name and renames it: a reader sees all of it or nothing.
    ///
    /// - Throws: `RunsError.notWritten`.
    package func write(to path: String) throws {
        try JSONFile.write(self, to: path)
    }

    /// Whether a report was written.
    static func exists(at path: String) -> Bool { JSONFile.exists(path) }

    /// Reads a report; `nil` if the child wrote none.
    ///
    /// - Throws: `RunsError.notRead` if the file is not a report, or if its report has figures that
    ///   no run can have.
    package static func read(from path: String) throws -> ChildReport? {
        guard JSONFile.exists(path) else { return nil }
        let report = try JSONFile.read(ChildReport.self, from: path)
        let implausible: String? =
            switch report {
            case .finished(let record): record.implausible
            case .simulated(let repetition): repetition.result.record.implausible
            case .explored(let record): record.implausible
            case .shown, .stuck, .failed: nil
            }
        if let implausible { throw RunsError.implausible(path: path, what: implausible) }
        return report
    }
}
