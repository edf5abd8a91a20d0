import Results

/// What a child says of its run, in its last words: the file that its parent reads.
///
/// A child that dies before it wrote one has said nothing; `ChildOutcome` tells what that means.
package enum ChildReport: Codable, Sendable {
    /// The run came to its end. Whether its outcome is the expected one stands in the record.
    case finished(RunRecord)
    /// The run was recorded, and its crash states explored.
    case explored(ExplorationRecord)
    /// Nothing moved any more.
    case stuck(StallReport)
    /// The child found a reason not to go on.
    case failed(RunFailure)

    /// Writes the report under a temporary name and renames it: a reader sees all of it or nothing.
    ///
    /// - Throws: `RunsError.notWritten`.
    package func write(to path: String) throws {
        try JSONFile.write(self, to: path)
    }

    /// Reads a report; `nil` when the child wrote none.
    ///
    /// - Throws: `RunsError.notRead` when there is a file that is no report.
    package static func read(from path: String) throws -> ChildReport? {
        guard JSONFile.exists(path) else { return nil }
        return try JSONFile.read(ChildReport.self, from: path)
    }
}
