import Topologies

/// How a run ended: what the store held against what it had to hold, and what was executed.
package struct Outcome: Sendable {
    /// Digests of the content, in hexadecimal; the actual one is empty where nothing could be read.
    package var expectedDigest: String
    package var actualDigest: String
    /// How the content differs from the expected one, a line each.
    package var differences: [String]
    /// The digest of the operations as they were executed: the plan's own when each was, once.
    package var executedDigest: String
    /// What failed on the way, in order; the first ended the run.
    package var failures: [OperationFailure]
    /// Saves that failed, silent ones among them.
    package var saveFailures: [StackFailure]
    /// Operations whose save was refused because somebody else had changed the same: their edits
    /// were given up.
    package var refused: [Int] = []

    /// Whether the data is as expected and nothing failed.
    package var isAsExpected: Bool {
        failures.isEmpty && saveFailures.isEmpty && expectedDigest == actualDigest
    }

}
