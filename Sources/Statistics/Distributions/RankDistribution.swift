import Foundation

/// The distribution of a rank statistic by chance: Wilcoxon's signed ranks, and Mann and Whitney's
/// count.
///
/// Exact for small samples, where the whole distribution is counted; beyond, the normal
/// approximation with a correction for continuity. The two differ there by less than one in a
/// thousand of the requested tail.
package struct RankDistribution: Sendable {
    /// The largest value of the statistic; its smallest is 0, and it is symmetric between.
    package let maximum: Int
    /// P(W ≤ w) for each w from 0; empty if the approximation is used.
    private let lowerTails: [Double]
    private let deviation: Double

    /// The sum of the ranks that have a positive sign, when each of `count` signs is a coin's.
    ///
    /// Wilcoxon, *Individual comparisons by ranking methods*, Biometrics Bulletin 1 (1945).
    package static func signedRanks(count: Int) -> RankDistribution {
        precondition(count >= 1, "no difference has no rank")
        let n = Double(count)
        let maximum = count * (count + 1) / 2
        let deviation = (n * (n + 1) * (2 * n + 1) / 24).squareRoot()
        // Up to 2^50 assignments of signs a Double counts them one by one.
        guard count <= 50 else { return RankDistribution(maximum, counts: [], deviation) }
        var counts = [1.0]
        for rank in 1...count {
            let before = counts
            counts += [Double](repeating: 0, count: rank)
            for sum in before.indices { counts[sum + rank] += before[sum] }
        }
        return RankDistribution(maximum, counts: counts, deviation)
    }

    /// How many of the `first` × `second` pairs have the larger value from the second sample, when
    /// both samples are from one distribution.
    ///
    /// Mann and Whitney, *On a test of whether one of two random variables is stochastically larger
    /// than the other*, Annals of Mathematical Statistics 18 (1947). The counts are the
    /// coefficients of a Gaussian binomial: ∏ (1 − q^(second+i)) / (1 − q^i), i from 1 to first.
    package static func rankSums(first: Int, second: Int) -> RankDistribution {
        precondition(first >= 1 && second >= 1, "an empty sample has no ranks")
        let maximum = first * second
        let deviation = (Double(maximum) * Double(first + second + 1) / 12).squareRoot()
        // The largest binomial of 50, 1.3e14, leaves room for the products between.
        guard first + second <= 50 else {
            return RankDistribution(maximum, counts: [], deviation)
        }
        var counts = [Double](repeating: 0, count: maximum + 1)
        counts[0] = 1
        for i in 1...first {
            for power in stride(from: maximum, through: second + i, by: -1) {
                counts[power] -= counts[power - second - i]
            }
            for power in stride(from: i, through: maximum, by: 1) {
                counts[power] += counts[power - i]
            }
        }
        return RankDistribution(maximum, counts: counts, deviation)
    }

    private init(_ maximum: Int, counts: [Double], _ deviation: Double) {
        self.maximum = maximum
        self.deviation = deviation
        let total = counts.reduce(0, +)
        var below = 0.0
        lowerTails = counts.map { count in
            below += count
            return below / total
        }
    }

    /// P(W ≤ `value`).
    package func lowerTail(_ value: Int) -> Double {
        if value < 0 { return 0 }
        if value >= maximum { return 1 }
        if !lowerTails.isEmpty { return lowerTails[value] }
        let distance = Double(value) + 0.5 - Double(maximum) / 2
        return NormalDistribution.cumulative(distance / deviation)
    }

    /// The rank k, from 1, of the value that bounds an interval of at least this level among the
    /// sorted averages or differences: the k-th from below and the k-th from above enclose.
    ///
    /// - Returns: `nil` if the sample is too small for such an interval.
    package func boundRank(level: Double) -> Int? {
        let tail = (1 - level) / 2
        guard lowerTail(0) <= tail else { return nil }
        var low = 0
        var high = maximum / 2 + 1
        // lowerTail(low) is within the tail, lowerTail(high) is not.
        while high - low > 1 {
            let middle = (low + high) / 2
            if lowerTail(middle) <= tail { low = middle } else { high = middle }
        }
        return low + 1
    }
}
