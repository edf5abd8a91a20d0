/// One `lab simulate --fleet` as a value.
struct FleetRequest: Codable, Sendable, Hashable {
    /// By name or file.
    var fleet: String
    /// Of which the workload is each session's own.
    var work: WorkloadRequest
    var sessions = 100_000
    /// The worlds of each device and kind of session.
    var draws = 8
    /// The folder of the report; `nil` for the usual one.
    var output: String?
    var isQuiet = false
}
