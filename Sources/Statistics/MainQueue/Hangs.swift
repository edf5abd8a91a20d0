/// The effect of a phase's stretches on a user, by Apple's and Chrome's thresholds.
///
/// A micro hang lasts more than 250 ms and up to 500 ms, a hang more than 500 ms, and the hang rate
/// is the seconds of both in an hour (Apple: *Understanding hangs in your app*, Xcode Organizer).
/// Blocking time is each stretch's time beyond 50 ms (Chrome: *Total Blocking Time*; W3C, *Long
/// Tasks API*).
package struct Hangs: Sendable, Hashable {
    /// From here on Apple's tools report a delay as a hang.
    package static let microHangNanoseconds: Int64 = 250_000_000
    /// Above it Apple calls a hang one that a user cannot overlook.
    package static let hangNanoseconds: Int64 = 500_000_000
    /// Chrome's long task.
    package static let longTaskNanoseconds: Int64 = 50_000_000

    /// Stretches of more than 250 ms and up to 500 ms.
    package let microHangCount: Int
    /// Stretches of more than 500 ms.
    package let hangCount: Int
    /// Seconds in stretches of more than 250 ms, in an hour.
    package let rateSecondsPerHour: Double
    /// Σ max(0, bᵢ − 50 ms), in milliseconds.
    package let blockingMilliseconds: Double

    /// - Parameters:
    ///   - lengths: the stretches in nanoseconds, cut at the phase's ends.
    ///   - total: the length of the phase in nanoseconds.
    /// - Precondition: `total` > 0.
    package init(lengths: [Int64], over total: Int64) {
        precondition(total > 0, "a rate needs a time: T is \(total) ns")
        let unresponsive = lengths.filter { $0 > Hangs.microHangNanoseconds }
        hangCount = unresponsive.count { $0 > Hangs.hangNanoseconds }
        microHangCount = unresponsive.count - hangCount
        rateSecondsPerHour = 3600 * Double(unresponsive.reduce(0, +)) / Double(total)
        let beyond = lengths.reduce(0) { $0 + max(0, $1 - Hangs.longTaskNanoseconds) }
        blockingMilliseconds = Double(beyond) / 1e6
    }
}
