/// The progress of a calibration, one workload after the other.
struct CalibrationSteps {
    private let line: ProgressLine
    /// The share of the whole that the steps so far take.
    private var done = 0.0

    init(_ line: ProgressLine) {
        self.line = line
    }

    /// The next step, which takes a share of the whole.
    ///
    /// - Returns: what reports the part and the share of the step that is done.
    mutating func next(
        _ share: Double, called name: String
    ) -> @Sendable (String, Double) -> Void {
        defer { done += share }
        return { [line, done] what, part in
            line.update("\(name), \(what)", share: done + part * share)
        }
    }
}
