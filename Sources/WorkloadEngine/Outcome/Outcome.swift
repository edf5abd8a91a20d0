import Topologies

/// The end of a run: the store's content against the expected one, and the executed operations.
package struct Outcome: Sendable {
    /// Digests of the content, in hexadecimal; the actual one is empty if the store could not be
    /// read.
    package var expectedDigest: String
    package var actualDigest: String
    /// How the content differs from the expected one, a line each.
    package var differences: [String]
    /// The digest of the operations as they were executed: the plan's own when each was, once.
    package var executedDigest: String
    /// The failures, in order; the first ended the run.
    package var failures: [OperationFailure]
    /// Saves that failed, silent ones among them.
    package var saveFailures: [StackFailure]
    /// Operations whose save was refused because another context had changed the same objects:
    /// their edits were rolled back.
    package var refused: [Int] = []

    /// Whether the data is as expected and nothing failed.
    package var isAsExpected: Bool {
        failures.isEmpty && saveFailures.isEmpty && expectedDigest == actualDigest
    }

}
