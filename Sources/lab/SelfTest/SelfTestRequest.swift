/// One `lab selftest`.
struct SelfTestRequest: Codable, Sendable, Hashable {
    /// The workload to measure.
    var work: WorkloadRequest
    /// The kinds to plant.
    var kinds: [SelfTestCase.Kind]
    /// Runs that are compared with themselves.
    var comparisons: Int
    var slowDowns: Int
    var slowDown: SlowDown
    /// Of each comparison.
    var rounds: Int
    /// This machine's noise, in a file; `nil` for the usual one, if it exists.
    var noiseFloor: String?
    /// The folder of selftest.csv.
    var output: String
    var isQuiet = false

    /// How many steps it takes, of which most compare two arms.
    var cases: Int {
        comparisons + slowDowns
            + kinds.count { $0 == .moreWork || $0 == .disturbed || $0 == .lostWrite }
    }

    /// A cause on the main queue that takes longer.
    struct SlowDown: Codable, Sendable, Hashable {
        var cause: String
        /// By how much: 0.1 is a tenth.
        var share: Double
    }
}
