/// Whether a sample is near enough to a normal one that Student's t may judge it.
///
/// The straightness of its normal probability plot: the correlation between the sorted values and
/// the normal quantiles at (i − ⅜) / (n + ¼), rejected in one of a hundred normal samples. Ryan and
/// Joiner, *Normal probability plots and tests for normality*, Penn State (1976), with their fit of
/// the critical values. One in a hundred, and not in twenty, because t tolerates the samples that
/// pass, and the rank tests that take its place need more rounds.
package enum NormalityCheck {
    /// Below this the plot has too few points to bend.
    package static let minimumCount = 6

    /// Whether the check finds no objection.
    ///
    /// A sample of one value throughout passes: it has no noise that a test could misjudge.
    package static func isNormalEnough(_ values: [Double]) -> Bool {
        guard values.count >= minimumCount else { return true }
        return correlation(values).map { $0 >= criticalCorrelation(count: values.count) } ?? true
    }

    /// The correlation of the probability plot; `nil` if all values are the same.
    package static func correlation(_ values: [Double]) -> Double? {
        let sorted = values.sorted()
        let n = Double(sorted.count)
        let mean = sorted.reduce(0, +) / n
        var products = 0.0
        var squares = 0.0
        var scoreSquares = 0.0
        for (index, value) in sorted.enumerated() {
            let score = NormalDistribution.quantile((Double(index + 1) - 0.375) / (n + 0.25))
            products += score * (value - mean)
            squares += (value - mean) * (value - mean)
            scoreSquares += score * score
        }
        guard let first = sorted.first, first != sorted.last, squares > 0 else { return nil }
        return products / (squares * scoreSquares).squareRoot()
    }

    /// The correlation that one of a hundred normal samples of this size stays below.
    package static func criticalCorrelation(count: Int) -> Double {
        let n = Double(count)
        return 0.9963 - 0.0211 / n.squareRoot() - 1.4106 / n + 3.1791 / (n * n)
    }
}
