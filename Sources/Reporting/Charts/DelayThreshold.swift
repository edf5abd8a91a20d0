/// A wait that readers know, with one name in every chart.
enum DelayThreshold {
    /// A frame at 60 Hz; the W3C's long task; Apple's “noticeable”; the shortest hangs that
    /// Instruments and MetricKit report.
    static let all: [(milliseconds: Double, words: String)] = [
        (16.7, "one frame"), (50, "long task"), (100, "noticeable"), (250, "micro hang"),
        (500, "hang"),
    ]
}
