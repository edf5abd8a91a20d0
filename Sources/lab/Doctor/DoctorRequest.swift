/// One `lab doctor`.
struct DoctorRequest: Codable, Sendable, Hashable {
    /// The path of the noise floor; `nil` for the usual path.
    var noiseFloor: String?
    /// The calibration to run on a machine that can measure; `nil` for none.
    var calibration: CalibrationRequest?
}
