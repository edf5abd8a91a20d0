/// One run of a suite, read and checked.
package struct SuiteJob: Sendable {
    /// Its folder's name, too.
    package var name: String
    /// The request of the run.
    package var request: RunRequest
    /// The expected length in seconds, as far as the workload determines it.
    package var seconds: Double
    /// Whether it may take longer, by what an importer without a pace takes.
    package var isAtLeast: Bool
    /// As the figures name them.
    package var topologies: [String]
    /// Of each topology.
    package var repetitions: Int
}
