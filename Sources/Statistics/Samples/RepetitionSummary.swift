/// One figure over the repetitions of a run: the median, and its uncertainty.
///
/// Below six repetitions `low` and `high` are the smallest and the largest value. From six on they
/// are the two order statistics that enclose the true median with at least 95 % probability,
/// whatever the distribution: ranks k and n + 1 − k for the largest k with
///
///     1 − 2 · P(Binomial(n, ½) ≤ k − 1) ≥ 0.95
///
/// Conover, *Practical Nonparametric Statistics*, 3rd ed. (1999), section 3.2. Six is the first n
/// that has such a pair: [1, 6] encloses with 96.9 %, [1, 5] with 93.8 %.
package struct RepetitionSummary: Sendable, Hashable {
    /// The median over the repetitions.
    package let median: Double
    /// The lower bound.
    package let low: Double
    /// The upper bound.
    package let high: Double
    /// How many repetitions it rests on.
    package let count: Int

    /// Summarises values.
    ///
    /// - Returns: `nil` without values.
    package init?(_ values: some Sequence<Double>) {
        let sample = Sample(values)
        guard let median = sample.median else { return nil }
        let ranks = Self.ranks(of: sample.count)
        self.median = median
        low = sample.sorted[ranks.lowerBound - 1]
        high = sample.sorted[ranks.upperBound - 1]
        count = sample.count
    }

    /// The ranks, from 1, of the values that bound the median of `count` values.
    ///
    /// - Precondition: `count` ≥ 1.
    package static func ranks(of count: Int) -> ClosedRange<Int> {
        precondition(count >= 1, "no repetition has no bounds")
        guard count >= 6 else { return 1...count }
        // P(Binomial(n, ½) = 0) is 2^-n, and each further term follows from the one before.
        var probability = 1.0
        for _ in 0..<count { probability /= 2 }
        var below = probability
        var rank = 1
        while true {
            probability *= Double(count - rank + 1) / Double(rank)
            below += probability
            guard 1 - 2 * below >= 0.95 else { break }
            rank += 1
        }
        return rank...(count + 1 - rank)
    }
}
