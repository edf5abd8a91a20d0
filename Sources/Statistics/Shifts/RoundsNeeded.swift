/// The number of rounds that a difference takes to be found.
package enum RoundsNeeded {
    /// More than this are not worth naming: at two seconds a round they take five hours.
    package static let most = 10_000

    /// The least n for which a shift that is `distance` from a bound is distinguished from it.
    ///
    ///     (t(1 − (1 − level)/2) + t(power)) · deviation / √n ≤ distance        t with n − 1
    ///
    /// With a power of ½, the default, that is the n at which the half width of the interval is
    /// `distance`. Iterated, because t depends on n: Desu and Raghavarao, *Sample Size Methodology*
    /// (1990), chapter 2.
    ///
    /// - Parameters:
    ///   - deviation: of one round, in the unit of `distance`: `ShiftEstimate.deviation`.
    ///   - level: of the interval, such as 0.95.
    ///   - power: the share of comparisons that are to find it, at least ½.
    /// - Returns: `nil` if it would be more than `most`.
    package static func toTell(
        _ distance: Double, deviation: Double, level: Double, power: Double = 0.5
    ) -> Int? {
        precondition(power >= 0.5 && power < 1, "a power of \(power) is not in ½..<1")
        guard distance > 0, deviation.isFinite else { return nil }
        let suffices = { (count: Int) in
            let distribution = StudentDistribution(degreesOfFreedom: Double(count - 1))
            let quantiles =
                distribution.upperQuantile((1 - level) / 2)
                + distribution.upperQuantile(1 - power)
            return quantiles * deviation <= distance * Double(count).squareRoot()
        }
        // The normal quantiles are below those of t, so this number is too small, or just right.
        let normal =
            -NormalDistribution.quantile((1 - level) / 2)
            - NormalDistribution.quantile(1 - power)
        let start = (normal * deviation / distance) * (normal * deviation / distance)
        guard start <= Double(most) else { return nil }
        var low = max(Int(start), 1)
        var high = low + 1
        var step = 1
        while !suffices(high) {
            low = high
            high += step
            step *= 2
            guard low <= most else { return nil }
        }
        while high - low > 1 {
            let middle = (low + high) / 2
            if suffices(middle) { high = middle } else { low = middle }
        }
        return high <= most ? high : nil
    }
}
