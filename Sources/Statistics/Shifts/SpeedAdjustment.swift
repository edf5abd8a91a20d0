import Foundation

/// A shift of pairs from which the machine's speed was divided out.
///
/// The logarithms dᵢ of the ratios of a time are regressed on the logarithms xᵢ of the ratios of a
/// reference computation's time beside it:
///
///     dᵢ = shift + slope · xᵢ + error
///
/// The estimate is the intercept: the shift on a machine of equal speed in both arms. It costs a
/// degree of freedom and the leverage of x̄, so it is adopted only by a rule that is fixed
/// beforehand: the variance of the estimate, with the errors of prediction of each pair from all
/// the others, must be a fifth less than the mean's. (Allen, *The relationship between variable
/// selection and data augmentation and a method for prediction*, Technometrics 16 (1974).)
package struct SpeedAdjustment: Sendable {
    /// How many pairs it takes at least: with fewer the slope is little more than chance.
    package static let fewestPairs = 8
    /// The variance that may be left for the adjustment to be adopted, as a share.
    package static let adopted = 0.8

    package let estimate: ShiftEstimate
    /// How much narrower the interval is than without the adjustment, as a share; below zero if it
    /// is wider.
    package let narrowing: Double

    /// - Parameters:
    ///   - differences: of the logarithms of a figure.
    ///   - speeds: of the logarithms of the reference computation's times, pair by pair.
    /// - Returns: `nil` where the adjustment is not adopted.
    package init?(differences: [Double], speeds: [Double]) {
        let count = differences.count
        guard count >= Self.fewestPairs, speeds.count == count,
            let raw = ShiftEstimate(differences: differences), raw.low.isFinite
        else { return nil }
        let n = Double(count)
        let (meanX, meanD) = (speeds.reduce(0, +) / n, differences.reduce(0, +) / n)
        let spread = speeds.reduce(0) { $0 + ($1 - meanX) * ($1 - meanX) }
        guard spread > 0 else { return nil }
        let product = zip(speeds, differences).reduce(0) { $0 + ($1.0 - meanX) * ($1.1 - meanD) }
        let slope = product / spread
        let intercept = meanD - slope * meanX
        var (alone, adjusted) = (0.0, 0.0)
        var residuals: [Double] = []
        for (x, d) in zip(speeds, differences) {
            let residual = d - intercept - slope * x
            residuals.append(residual)
            let leverage = 1 / n + (x - meanX) * (x - meanX) / spread
            guard leverage < 1 else { return nil }
            let predicted = residual / (1 - leverage)
            adjusted += predicted * predicted
            let fromMean = (d - meanD) / (1 - 1 / n)
            alone += fromMean * fromMean
        }
        let leverage = 1 + n * meanX * meanX / spread
        guard adjusted * leverage < Self.adopted * alone,
            NormalityCheck.isNormalEnough(residuals)
        else { return nil }
        // From the errors of prediction, not the residuals: the same values have made the choice,
        // and with residuals equal things would be told apart more often than the level says.
        estimate = ShiftEstimate(
            intercept: intercept, error: (adjusted / n * leverage / n).squareRoot(), count: count)
        narrowing = 1 - (estimate.high - estimate.low) / (raw.high - raw.low)
    }
}
