/// The largest workload that a run accepts: a larger number in a file is a typing error, and is
/// refused before anything is drawn.
enum WorkLimits {
    /// Operations of a role, batches and frames.
    ///
    /// Measured with 47,000 of smoke's user: drawing one takes 5 µs and 350 bytes, recording it 1.2
    /// kB in the child, and judging its record 14 kB in the command. This many take 3.5 GB and some
    /// minutes for a topology, and are 70 minutes of a display of 60 Hz.
    static let operations = 250_000.0
    /// Notes, written beforehand or brought by the server: each is drawn, expected and read back.
    static let notes = 1_000_000.0
    /// Objects of `content`: all lines, parts and partners.
    ///
    /// A run holds each object three times, as a line, as an expected and as a read row, in some
    /// 300 bytes each.
    static let objects = 10_000_000.0
    /// The lines' bytes, which are all in memory while a run lasts.
    static let bytes = Double(1 << 30)
    /// Of all phases: the machine's noise is probed each millisecond, which makes 700 MB a day.
    static let length = Duration.seconds(86_400)
    /// Repetitions a second of anything that repeats.
    ///
    /// Due times are whole microseconds, and at least one comes in the longest workload.
    static let rate = 1.0 / 86_400...1_000_000.0
    /// Of a display, a second: the fastest panels have some 500, and a frame is timed in
    /// milliseconds.
    static let frameRate = 1.0...1_000.0
    /// The cost of drawing one frame: a larger one stops the main queue for good, at any rate.
    static let frameCost = Duration.seconds(1)
    /// Of ending the app: no system waits longer than some seconds.
    static let termination = Duration.seconds(3_600)
}
