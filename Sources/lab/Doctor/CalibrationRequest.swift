/// One `lab doctor --calibrate-noise`.
struct CalibrationRequest: Codable, Sendable, Hashable {
    /// The workload to compare with itself.
    var work: WorkloadRequest
    var comparisons: Int
    /// Of each comparison.
    var rounds: Int
    /// The file of the noise floor; `nil` for the usual one.
    var noiseFloor: String?
    var isQuiet = false
}
