/// One run of a suite, read and checked.
package struct SuiteJob: Sendable {
    /// Its folder's name, too.
    package var name: String
    /// What is run.
    package var request: RunRequest
    /// How long it takes, as far as that is known beforehand.
    package var seconds: Double
    /// As the figures name them.
    package var topologies: [String]
    /// Of each topology.
    package var repetitions: Int
}
