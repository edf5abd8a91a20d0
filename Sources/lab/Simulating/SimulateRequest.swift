import Simulation

/// One `lab simulate` as a value.
struct SimulateRequest: Sendable, Hashable {
    var work: WorkloadRequest
    /// By name or file; not empty.
    var devices: [String] = []
    var core = Device.Core.lab
    /// The worlds that are drawn, of each device.
    var draws = 8
    /// The folder of the report; `nil` for the usual one.
    var output: String?
    var charts = ChartRequest()
    /// Whether progress is not shown.
    var isQuiet = false

    init(_ work: WorkloadRequest) { self.work = work }
}
