/// A moment on the clock of one `Execution`, in nanoseconds since that clock's zero.
///
/// On Dispatch the zero is the machine's start (`CLOCK_MONOTONIC`), so instants of two processes of
/// one machine compare.
package struct Instant: Hashable, Comparable, Sendable, Codable {
    /// Since the clock's zero.
    package var nanoseconds: Int64

    /// The moment that many nanoseconds after the clock's zero.
    package init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// Whether `left` is the earlier one.
    package static func < (left: Instant, right: Instant) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// The moment a duration later.
    package static func + (instant: Instant, duration: Duration) -> Instant {
        Instant(nanoseconds: instant.nanoseconds + duration.wholeNanoseconds)
    }

    /// The moment a duration earlier.
    package static func - (instant: Instant, duration: Duration) -> Instant {
        Instant(nanoseconds: instant.nanoseconds - duration.wholeNanoseconds)
    }

    /// The time from `right` to `left`; negative if `left` is earlier.
    package static func - (left: Instant, right: Instant) -> Duration {
        .nanoseconds(left.nanoseconds - right.nanoseconds)
    }
}

extension Duration {
    /// The duration cut to whole nanoseconds.
    ///
    /// Durations of the lab fit: 2^63 ns are 292 years.
    package var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }

    /// The duration in milliseconds, to the nanosecond.
    package var milliseconds: Double { Double(wholeNanoseconds) / 1e6 }
    /// The duration in seconds, to the nanosecond.
    package var seconds: Double { Double(wholeNanoseconds) / 1e9 }
}
