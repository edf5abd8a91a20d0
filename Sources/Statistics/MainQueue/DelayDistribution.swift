/// The delay D of an event that arrives at a random instant and waits for a busy queue.
///
/// The queue is busy in stretches of length bᵢ over a time T. An event that arrives within a
/// stretch waits for its end, any other does not wait:
///
///     busy  ┃████████████┃      ┃███┃            ┃██████┃
///     D     ┃╲           ┃      ┃╲  ┃            ┃╲     ┃
///           ┃  ╲ waits   ┃      ┃  ╲┃            ┃   ╲  ┃       one triangle a stretch
///     ──────┸────────────┸──────┸───┸────────────┸──────┸──▶ arrival
///
///     P(D > x) = Σ max(0, bᵢ − x) / T           E[D] = Σ bᵢ² / 2T
///     quantile p = the smallest x ≥ 0 with Σ max(0, bᵢ − x) ≤ (1 − p)·T
///
/// The sum is piecewise linear in x with its corners at the bᵢ, so the quantile is exact: nothing
/// is sampled or binned, and the rule that a quantile needs n ≥ 1 / (1 − p) values does not concern
/// it. It is the residual life of renewal theory (Cox, *Renewal Theory*, 1962, section 5), for
/// recorded stretches in place of a distribution. Per-block percentiles answer another question,
/// and hide freezes: Architecture.md, “The main queue”.
package struct DelayDistribution: Sendable, Hashable {
    /// The stretches, longest first, in nanoseconds.
    private let lengths: [Double]
    /// `sums[k]` is the sum of the k longest.
    private let sums: [Double]
    /// T, in nanoseconds.
    private let total: Double
    private let longest: Double

    /// Makes the distribution of a phase.
    ///
    /// - Parameters:
    ///   - lengths: the busy stretches in nanoseconds, cut at the phase's ends.
    ///   - total: the length of the phase in nanoseconds.
    ///   - longest: the longest stretch that touches the phase, uncut; the longest of `lengths`
    ///     unless given.
    /// - Precondition: `total` > 0; no length is negative.
    package init(lengths: [Int64], over total: Int64, longest: Int64? = nil) {
        precondition(total > 0, "a delay has no distribution over no time: T is \(total) ns")
        self.lengths = lengths.sorted(by: >).map(Double.init)
        precondition((self.lengths.last ?? 0) >= 0, "a stretch of negative length: \(lengths)")
        var sums = [0.0]
        sums.reserveCapacity(lengths.count + 1)
        for length in self.lengths { sums.append(sums.last! + length) }
        self.sums = sums
        self.total = Double(total)
        self.longest = longest.map(Double.init) ?? self.lengths.first ?? 0
    }

    /// Makes the distribution of a phase from stretches that may reach over its ends.
    ///
    /// - Precondition: the phase has a length; the stretches do not overlap.
    package init(stretches: [Interval], in phase: Interval) {
        let touching = stretches.filter { $0.clipped(to: phase) != nil }
        self.init(
            lengths: touching.compactMap { $0.clipped(to: phase)?.length }, over: phase.length,
            longest: touching.map(\.length).max())
    }

    /// How many stretches it rests on.
    package var count: Int { lengths.count }

    /// The share of the time in which the queue is busy: P(D > 0).
    package var share: Double { sums.last! / total }

    /// E[D], in milliseconds.
    package var meanMilliseconds: Double {
        lengths.reduce(0) { $0 + $1 * $1 } / (2 * total) / 1e6
    }

    /// The longest wait possible, in milliseconds: the longest stretch, whole.
    package var maxMilliseconds: Double { longest / 1e6 }

    /// P(D > x), for x in milliseconds.
    ///
    /// - Complexity: O(log n).
    package func probability(above milliseconds: Double) -> Double {
        let x = max(0, milliseconds * 1e6)
        // The stretches longer than x come first.
        var low = 0
        var high = lengths.count
        while low < high {
            let middle = (low + high) / 2
            if lengths[middle] > x { low = middle + 1 } else { high = middle }
        }
        return max(0, sums[low] - Double(low) * x) / total
    }

    /// The quantile `p` of D, in milliseconds; 0 if the queue is idle for at least that share.
    ///
    /// - Precondition: 0 ≤ `p` ≤ 1.
    /// - Complexity: O(log n); O(n log n) with the sort at creation.
    package func quantileMilliseconds(_ p: Double) -> Double {
        precondition(p >= 0 && p <= 1, "a quantile is asked for at \(p); it is in 0...1")
        return delay(atTail: 1 - p) / 1e6
    }

    /// The smallest x, in nanoseconds, with P(D > x) ≤ `tail`.
    private func delay(atTail tail: Double) -> Double {
        let allowed = tail * total
        guard sums.last! > allowed else { return 0 }
        // With k stretches longer than x the sum is sums[k] − k·x. At the corner x = lengths[k] it
        // grows with k; the answer lies at the smallest k whose corner exceeds the allowed sum.
        var low = 1
        var high = lengths.count
        while low < high {
            let middle = (low + high) / 2
            if sums[middle] - Double(middle) * lengths[middle] > allowed {
                high = middle
            } else {
                low = middle + 1
            }
        }
        return max(0, (sums[low] - allowed) / Double(low))
    }
}
