/// One run of a suite, read and checked.
package struct SuiteJob: Sendable {
    /// Its folder's name, too.
    package var name: String
    /// The request of the run.
    package var request: RunRequest
    /// Expected duration in seconds.
    package var seconds: Double
    /// As the figures name them.
    package var topologies: [String]
    /// Of each topology.
    package var repetitions: Int
}
