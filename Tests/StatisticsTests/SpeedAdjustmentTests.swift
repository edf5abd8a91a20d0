import Foundation
import Statistics
import Testing

@Suite struct SpeedAdjustmentTests {
    /// A normal number from a seed (Box and Muller, on SplitMix64).
    private struct Chance {
        var state: UInt64

        mutating func unit() -> Double {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return Double((z ^ (z >> 31)) >> 11) * 0x1p-53
        }

        mutating func normal() -> Double {
            (-2 * log(1 - unit())).squareRoot() * cos(2 * .pi * unit())
        }

        /// Pairs whose speed explains a share of the variance, and that lie `shift` apart.
        mutating func pairs(_ count: Int, explained: Double, shift: Double = 0) -> (
            differences: [Double], speeds: [Double]
        ) {
            var (differences, speeds): ([Double], [Double]) = ([], [])
            for _ in 0..<count {
                let x = normal()
                speeds.append(0.05 * x)
                let own = (1 - explained).squareRoot() * normal()
                differences.append(shift + 0.05 * (explained.squareRoot() * x + own))
            }
            return (differences, speeds)
        }
    }

    @Test func `A speed that explains the noise makes the interval narrower`() throws {
        var chance = Chance(state: 7)
        let (differences, speeds) = chance.pairs(16, explained: 0.8, shift: 0.1)
        let adjusted = try #require(SpeedAdjustment(differences: differences, speeds: speeds))
        let raw = try #require(ShiftEstimate(differences: differences))
        #expect(adjusted.estimate.test == .adjustedT)
        #expect(adjusted.estimate.high - adjusted.estimate.low < raw.high - raw.low)
        #expect(adjusted.narrowing > 0.3 && adjusted.narrowing < 0.8)
        #expect(adjusted.estimate.low < 0.1 && 0.1 < adjusted.estimate.high)
    }

    // By hand: the speeds' spread is 1.68 and their mean 0, so that the leverage of x is
    // 1/8 + x²/1.68. The errors are even in x and sum to 0, so that they are the residuals.
    @Test func `The intercept is that of least squares, its error from errors of prediction`()
        throws
    {
        let speeds = [-7, -5, -3, -1, 1, 3, 5, 7].map { Double($0) / 10 }
        let half = [-0.005, 0.01, -0.02, 0.015]
        let differences = zip(speeds, half + half.reversed()).map { 0.2 + 0.5 * $0 + $1 }
        let adjusted = try #require(SpeedAdjustment(differences: differences, speeds: speeds))
        #expect(abs(adjusted.estimate.center - 0.2) < 1e-12)
        // The squared errors of prediction sum to 0.002307659, and t(0.975; 6) is 2.446912.
        let width = (adjusted.estimate.high - adjusted.estimate.low) / 2
        #expect(abs(width - 2.446912 * (0.002307659 / 64).squareRoot()) < 1e-6)
    }

    @Test(arguments: [(7, 0.9), (12, 0)])
    func `With few pairs, or without a relation, nothing is divided out`(
        count: Int, explained: Double
    ) {
        var chance = Chance(state: 3)
        let (differences, speeds) = chance.pairs(count, explained: explained)
        #expect(SpeedAdjustment(differences: differences, speeds: speeds) == nil)
        let still = [Double](repeating: 0.01, count: count)
        #expect(SpeedAdjustment(differences: differences, speeds: still) == nil)
    }

    // The choice between both estimates looks at the same values. 4,000 pairs of equal things of
    // each kind, judged at the 2 % of a comparison, may be called different in one of forty.
    @Test(arguments: [0, 0.3, 0.5, 0.9], [12, 24])
    func `Equal things are told apart no more often than without the adjustment`(
        explained: Double, count: Int
    ) throws {
        var chance = Chance(state: 20_261_123)
        var (different, adopted) = (0, 0)
        for _ in 0..<4_000 {
            let (differences, speeds) = chance.pairs(count, explained: explained)
            let adjusted = SpeedAdjustment(differences: differences, speeds: speeds)
            if adjusted != nil { adopted += 1 }
            let estimate = try #require(
                adjusted?.estimate ?? ShiftEstimate(differences: differences))
            if estimate.probability <= 0.02 { different += 1 }
        }
        #expect(different <= 4_000 / 40, "\(different) of 4000, adopted \(adopted)")
        #expect(explained < 0.9 ? adopted > 0 : adopted > 3_600, "\(adopted)")
    }
}
