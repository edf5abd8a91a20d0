/// One `lab selftest`.
struct SelfTestRequest: Codable, Sendable, Hashable {
    /// The workload to measure.
    var work: WorkloadRequest
    /// The kinds to plant.
    var kinds: [SelfTestCase.Kind]
    /// Runs that are compared with themselves.
    var comparisons: Int
    var slowDowns: Int
    var slowDown: PlantedCost
    /// Of each comparison.
    var rounds: Int
    /// Runs until topologies are told apart, of each kind, and how long each may take.
    var tellings: Int
    var telling: TellingRequest
    /// This machine's noise, in a file; `nil` for the usual one, if it exists.
    var noiseFloor: String?
    /// The folder of selftest.csv.
    var output: String
    var isQuiet = false

    /// The device on which more work is simulated, by name or file; `nil` to measure it.
    var device: String?

    /// One draw of the workload on that device.
    var simulation: SimulateRequest? {
        device.map { device in
            var request = SimulateRequest(work, on: [device])
            request.draws = 1
            return request
        }
    }

    /// How many steps it takes, of which most compare two arms.
    var cases: Int {
        comparisons + slowDowns
            + kinds.count { $0 == .moreWork || $0 == .disturbed || $0 == .lostWrite }
    }
}
