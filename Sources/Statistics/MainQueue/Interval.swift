/// A time from one instant to another, both in nanoseconds of one clock.
package struct Interval: Sendable, Hashable {
    /// The first nanosecond in it.
    package let began: Int64
    /// The first nanosecond after it.
    package let ended: Int64

    /// - Precondition: `began` ≤ `ended`.
    package init(began: Int64, ended: Int64) {
        precondition(began <= ended, "an interval ends at \(ended), before its begin at \(began)")
        self.began = began
        self.ended = ended
    }

    /// In nanoseconds.
    package var length: Int64 { ended - began }

    /// The part inside `other`; `nil` where the two share no time.
    package func clipped(to other: Interval) -> Interval? {
        let from = max(began, other.began)
        let until = min(ended, other.ended)
        return from < until ? Interval(began: from, ended: until) : nil
    }
}
