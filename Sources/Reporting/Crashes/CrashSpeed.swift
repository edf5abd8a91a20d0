import Results

/// The speed at which states were judged, from which a reader can predict a longer exploration.
///
/// It depends on the machine and the moment, so files that two runs are compared by omit it.
enum CrashSpeed {
    /// The speed in a sentence; `nil` if no time was measured.
    static func sentence(_ configurations: [CrashConfiguration]) -> String? {
        let explorations = configurations.compactMap(\.exploration)
        let seconds = explorations.reduce(0) { $0 + $1.judgingSeconds }
        guard seconds > 0 else { return nil }
        let states = explorations.reduce(0) { $0 + $1.states }
        let judged = "Each process judged \(rate(states, seconds)) states a second"
        let checkingSeconds = explorations.reduce(0) { $0 + $1.checkingSeconds }
        let checks = explorations.reduce(0) { $0 + $1.checks }
        guard checks > 0, checkingSeconds > 0 else { return judged + "." }
        return judged + ", and checked \(rate(checks, checkingSeconds)) a second row by row."
    }

    private static func rate(_ count: Int, _ seconds: Double) -> String {
        NumberText.grouped((Double(count) / seconds).rounded())
    }
}
