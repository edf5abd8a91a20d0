/// One `lab suite`.
package struct SuiteRequest: Codable, Sendable, Hashable {
    /// By name or file.
    package var suite: String
    /// The folder of the runs; `nil` for the usual one.
    package var output: String?
    /// This machine's part; `nil` for all.
    package var shard: Shard?
    /// Whether finished runs are run again, too.
    package var isFresh = false
    /// Runs of each topology; replaces the suite's number.
    package var repetitions: Int?
    /// The device, by name or file, that every run is simulated on; `nil` to measure.
    package var device: String?
    /// Of every simulated run.
    package var draws = 1
    /// The folder of an earlier suite.
    package var baseline: String?
    /// The gates of every run, in addition to its workload's.
    package var gating = GateRequest()
    /// The file of the history that gets the figures.
    package var history: String?
    /// Of every run.
    package var charts = ChartRequest()
    /// Whether the suite only prints the runs that it would do.
    package var isDryRun = false
    /// Whether progress is not shown.
    package var isQuiet = false

    /// Makes the request of a whole suite without changes to its file.
    package init(_ suite: String) { self.suite = suite }
}
