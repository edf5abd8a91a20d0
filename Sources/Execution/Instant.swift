/// A moment on the clock of one `Execution`, in nanoseconds since that clock's zero.
///
/// On Dispatch the zero is the machine's start (`CLOCK_MONOTONIC`), so instants of two processes of
/// one machine compare.
package struct Instant: Hashable, Comparable, Sendable, Codable {
    package var nanoseconds: Int64

    package init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    package static func < (left: Instant, right: Instant) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    package static func + (instant: Instant, duration: Duration) -> Instant {
        Instant(nanoseconds: instant.nanoseconds + duration.wholeNanoseconds)
    }

    package static func - (instant: Instant, duration: Duration) -> Instant {
        Instant(nanoseconds: instant.nanoseconds - duration.wholeNanoseconds)
    }

    package static func - (left: Instant, right: Instant) -> Duration {
        .nanoseconds(left.nanoseconds - right.nanoseconds)
    }
}

extension Duration {
    /// The duration cut to whole nanoseconds. Durations of the lab fit: 2^63 ns are 292 years.
    package var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }

    package var milliseconds: Double { Double(wholeNanoseconds) / 1e6 }
    package var seconds: Double { Double(wholeNanoseconds) / 1e9 }
}
