import Foundation
import Results
import Statistics

extension NoiseFloor {
    /// The share of comparisons of a build with itself whose difference exceeds the floor, either
    /// way.
    ///
    /// With it, at least one of eight metrics exceeds its floor, to the worse, in less than one of
    /// a hundred comparisons.
    package static let exceedance = 0.002

    /// A hundredfold: the bounds of two or three comparisons would overflow; this bound states that
    /// no change can be found here.
    package static let mostShare = 100.0

    /// The floor that follows from comparisons of a thing with itself.
    ///
    /// From the logarithms r of their k ratios, over all topologies: the prediction bound for one
    /// more of them, around no difference,
    ///
    ///     t(1 − exceedance/2; k) · √(Σ r² / k)
    ///
    /// Few comparisons make a high floor: with 5 it is 5.9 times their mean difference, with 20 3.6
    /// times.
    ///
    /// - Parameter results: the two arms of each comparison.
    /// - Returns: `nil` without comparisons, or if they come from several machines.
    package init?(of results: [(baseline: ResultFigures, candidate: ResultFigures)]) {
        guard let first = results.first else { return nil }
        let machine = Machine(of: first.baseline)
        var logarithms: [String: (paired: [Double], unpaired: [Double])] = [:]
        for (baseline, candidate) in results {
            guard Machine(of: baseline) == machine, Machine(of: candidate) == machine else {
                return nil
            }
            let comparison = Comparison(baseline: baseline, candidate: candidate)
            for row in comparison.rows where row.isHeadline {
                // Equal values are a difference of zero: the metric has no noise.
                let isIdentical = row.verdict == .identical
                let ratio = row.change?.scale == .ratio ? row.change?.value : row.ratio
                guard isIdentical || ratio != nil else { continue }
                let logarithm = isIdentical ? 0 : log(ratio ?? 1)
                if row.isPaired {
                    logarithms[row.name, default: ([], [])].paired.append(logarithm)
                } else {
                    logarithms[row.name, default: ([], [])].unpaired.append(logarithm)
                }
            }
        }
        self.init(
            machine: machine, comparisons: results.count,
            shares: logarithms.mapValues {
                Shares(paired: Self.bound($0.paired), unpaired: Self.bound($0.unpaired))
            })
    }

    /// The prediction bound as a share; `nil` without comparisons to predict from.
    private static func bound(_ logarithms: [Double]) -> Double? {
        guard !logarithms.isEmpty else { return nil }
        let count = Double(logarithms.count)
        let deviation = (logarithms.reduce(0) { $0 + $1 * $1 } / count).squareRoot()
        let quantile = StudentDistribution(degreesOfFreedom: count).upperQuantile(exceedance / 2)
        return min(exp(quantile * deviation) - 1, mostShare)
    }
}
