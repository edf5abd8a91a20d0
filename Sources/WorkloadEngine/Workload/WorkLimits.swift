/// How much a workload may ask for: what is beyond is a slip of the pen, and is refused before any
/// of it is drawn.
enum WorkLimits {
    /// Operations, frames and notes. An operation takes 330 bytes and 4 µs to draw (measured: 450,000
    /// of smoke's user), and five times that until it is drawn, digested, run and recorded; a run of
    /// a million stays below 2 GB. At the fastest a topology does some 20,000 a second, so more
    /// would run for a minute without a pause.
    static let operations = 1_000_000.0
    /// What `content` makes of all lines, parts and partners: a run holds each object three times,
    /// as a line, as it is expected and as it is read back, in some 300 bytes each.
    static let objects = 10_000_000.0
    /// The lines' bytes, which are all in memory while a run lasts.
    static let bytes = Double(1 << 30)
    /// Of all phases: the noise of the machine is probed each millisecond, which makes 700 MB a day.
    static let length = Duration.seconds(86_400)
    /// Of what comes again and again, each second. Due times are whole microseconds, and at least
    /// one comes in the longest workload.
    static let rate = 1.0 / 86_400...1_000_000.0
    /// Of a display, a second: the fastest panels have some 500, and a frame is timed in
    /// milliseconds.
    static let frameRate = 1.0...1_000.0
    /// Of drawing one frame: more stops the main queue for good, whatever the rate.
    static let frameCost = Duration.seconds(1)
    /// Of ending the app: no system waits longer than some seconds.
    static let termination = Duration.seconds(3_600)
}
