/// One `lab calibrate` as a value.
struct CalibrateRequest: Sendable, Hashable {
    /// By name or file; empty for all of the catalogue that are short.
    var workloads: [String] = []
    /// By name, with fields set otherwise; empty for those of each workload and two more.
    var topologies: [String] = []
    /// Of each topology.
    var repetitions = 6
    /// The device's file that is written.
    var output = Self.usualOutput
    /// The folder of the accuracy's files.
    var report = Self.usualReport
    /// The device to check, by name or file, in place of fitting one.
    var check: String?
    /// The accuracy.csv of an earlier calibration, which this one must not fall behind.
    var baseline: String?
    /// Whether progress is not shown.
    var isQuiet = false

    static let usualReport = "Reports/calibrate"
    static let usualOutput = "Reports/calibrate/host.yaml"
}
