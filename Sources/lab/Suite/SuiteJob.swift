/// One run of a suite, read and checked.
package struct SuiteJob: Sendable {
    /// Its folder's name, too.
    package var name: String
    /// The request of the run.
    package var request: RunRequest
    /// The expected length in seconds, as far as the workload determines it.
    package var seconds: Double
    /// Whether the job may take longer, because an importer without a pace has no planned end.
    package var isAtLeast: Bool
    /// As the figures name them.
    package var topologies: [String]
    /// Of each topology.
    package var repetitions: Int
}
