/// The one factor by which amounts come nearest to measured values: the least that a model can be.
///
///     mean of |factor × amount / measured − 1|  →  least
///
/// Each amount alone would have the factor measured / amount; the best one is the median of these,
/// weighted by what a change of the factor does to the error: by amount / measured. No other factor
/// makes the amounts look better.
package struct ProportionalFit: Sendable, Hashable {
    package let factor: Double

    /// Fits the factor.
    ///
    /// - Returns: `nil` where no amount is above zero.
    /// - Precondition: every measured value is above zero, and no amount below.
    package init?(_ pairs: [(amount: Double, measured: Double)]) {
        precondition(
            pairs.allSatisfy { $0.measured > 0 && $0.amount >= 0 },
            "an error is a share of what was measured, never of 0, and an amount is none below 0")
        let factors = pairs.filter { $0.amount > 0 }
            .map { (factor: $0.measured / $0.amount, weight: $0.amount / $0.measured) }
            .sorted { $0.factor < $1.factor }
        guard let highest = factors.last else { return nil }
        let half = factors.reduce(0) { $0 + $1.weight } / 2
        var below = 0.0
        let middle = factors.first {
            below += $0.weight
            return below >= half
        }
        factor = (middle ?? highest).factor
    }
}
