import Foundation

/// The ratio of a candidate to a baseline, with an interval: a shift of logarithms.
///
/// On logarithms, because costs are never negative, their noise grows with them, and 2 and ½ are
/// the same distance from 1. Where t judges, the estimate is the ratio of geometric means.
package struct RatioEstimate: Sendable {
    /// ln(candidate / baseline).
    package let logarithm: ShiftEstimate

    /// The estimate.
    package var ratio: Double { exp(logarithm.center) }

    /// The bounds of the interval of `ShiftEstimate.level`.
    package var low: Double { exp(logarithm.low) }
    package var high: Double { exp(logarithm.high) }

    /// Estimates the ratio of two samples.
    ///
    /// - Parameter isPaired: whether the i-th values of both belong together.
    /// - Returns: `nil` if a value is not positive, because it then has no ratio, or if there are
    ///   fewer than two pairs or values.
    /// - Precondition: pairs have as many values on both sides.
    package init?(baseline: [Double], candidate: [Double], isPaired: Bool) {
        precondition(
            !isPaired || baseline.count == candidate.count,
            "\(baseline.count) values cannot pair with \(candidate.count): leave out the odd ones")
        guard baseline.allSatisfy({ $0 > 0 }), candidate.allSatisfy({ $0 > 0 }) else { return nil }
        let (first, second) = (baseline.map { log($0) }, candidate.map { log($0) })
        let estimate =
            isPaired
            ? ShiftEstimate(differences: zip(second, first).map { $0 - $1 })
            : ShiftEstimate(from: first, to: second)
        guard let estimate else { return nil }
        logarithm = estimate
    }
}
