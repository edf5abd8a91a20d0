/// One `lab suite`.
package struct SuiteRequest: Codable, Sendable, Hashable {
    /// By name or file.
    package var suite: String
    /// The folder of the runs; `nil` for the usual one.
    package var output: String?
    /// This machine's part; `nil` for all.
    package var shard: Shard?
    /// Whether also what has ended runs again.
    package var isFresh = false
    /// Runs of each topology, in place of the suite's.
    package var repetitions: Int?
    /// The folder of an earlier suite.
    package var baseline: String?
    /// What every run is judged by, beside its workload's gates.
    package var gating = GateRequest()
    /// The file of the history that gets the figures.
    package var history: String?
    /// Of every run.
    package var charts = ChartRequest()
    /// Whether it is only said what would run.
    package var isDryRun = false
    /// Whether progress is not shown.
    package var isQuiet = false

    /// Makes the request of a whole suite as its file says it.
    package init(_ suite: String) { self.suite = suite }
}
