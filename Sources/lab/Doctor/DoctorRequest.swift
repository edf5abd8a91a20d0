/// One `lab doctor`.
struct DoctorRequest: Codable, Sendable, Hashable {
    /// Where the noise floor is looked for; `nil` for the usual place.
    var noiseFloor: String?
    /// What is done where the machine can measure; `nil` for nothing.
    var calibration: CalibrationRequest?
}
