/// A sample of measured values, sorted once, that answers for its quantiles.
///
/// A quantile is the inverse of the empirical distribution function, the smallest value that at
/// least the share `p` of the sample does not exceed: "nearest rank", definition 1 of Hyndman and
/// Fan, *Sample Quantiles in Statistical Packages*, The American Statistician 50 (1996). It is
/// always a value that was measured; nothing is interpolated.
package struct Sample: Sendable, Hashable {
    /// The values, ascending.
    package let sorted: [Double]

    /// - Precondition: no value is NaN.
    package init(_ values: some Sequence<Double>) {
        sorted = values.sorted()
        for value in sorted {
            precondition(!value.isNaN, "a sample holds a NaN: leave out missing values")
        }
    }

    /// How many values there are: the n that is printed.
    package var count: Int { sorted.count }
    /// Whether the sample has no value, and so no figure.
    package var isEmpty: Bool { sorted.isEmpty }
    /// The largest value; `nil` for an empty sample.
    package var max: Double? { sorted.last }

    /// The middle value, or the mean of the two middle ones; `nil` for an empty sample.
    package var median: Double? {
        guard !isEmpty else { return nil }
        let middle = count / 2
        return count.isMultiple(of: 2)
            ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }

    /// The quantile `p`, or `nil` if the sample is too small to have one: it needs
    /// `Sample.minimumCount(for: p)` values.
    ///
    /// - Precondition: 0 ≤ `p` < 1.
    package func quantile(_ p: Double) -> Double? {
        guard count >= Sample.minimumCount(for: p) else { return nil }
        let rank = Int((p * Double(count) - Sample.slack).rounded(.up))
        return sorted[Swift.max(rank, 1) - 1]
    }

    /// How many values a quantile needs: 1 / (1 − p), so 2 for p50, 20 for p95, 100 for p99.
    ///
    /// With fewer the quantile is the maximum under another name.
    ///
    /// - Precondition: 0 ≤ `p` < 1.
    package static func minimumCount(for p: Double) -> Int {
        precondition(p >= 0 && p < 1, "a quantile is asked for at \(p); it is in 0..<1")
        return Int((1 / (1 - p) - slack).rounded(.up))
    }

    /// The rounding that binary fractions add to products such as 0.07 · 100, which must not move a
    /// rank.
    ///
    /// Ranks of the lab's samples are below 10^7, so one part in 10^15 of them is below this.
    private static let slack = 1e-6
}
