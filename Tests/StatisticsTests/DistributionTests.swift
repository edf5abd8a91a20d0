import Foundation
import Statistics
import Testing

@Suite struct DistributionTests {
    // Table V of Fisher and Yates, *Statistical Tables*: three digits.
    @Test(arguments: [
        (1.0, 0.975, 12.706), (2, 0.975, 4.303), (5, 0.975, 2.571), (11, 0.975, 2.201),
        (30, 0.975, 2.042), (120, 0.975, 1.980), (10, 0.995, 3.169), (11, 0.9995, 4.437),
        (1, 0.9995, 636.619), (4, 0.9, 1.533), (60, 0.95, 1.671),
    ])
    func `Quantiles of t are those of the tables`(freedom: Double, p: Double, t: Double) {
        let distribution = StudentDistribution(degreesOfFreedom: freedom)
        #expect(abs(distribution.quantile(p) - t) < 0.000_51)
        #expect(abs(distribution.quantile(1 - p) + t) < 0.000_51)
    }

    // To all digits, from SciPy 1.17 (stats.t.ppf and .sf).
    @Test func `Quantiles and tails of t keep their digits`() {
        let t = { StudentDistribution(degreesOfFreedom: $0) }
        #expect(Self.agree(t(11).quantile(0.975), 2.200_985_160_091_639))
        #expect(Self.agree(t(17.776).quantile(0.975), 2.102_821_310_380_221))
        #expect(Self.agree(t(1000).quantile(0.975), 1.962_339_080_826_408_3))
        #expect(Self.agree(t(11).upperQuantile(1e-6), 9.043_275_921_247_2))
        #expect(Self.agree(t(11).upperTail(50), 1.257_958_085_378_820_5e-14))
        #expect(Self.agree(t(3).upperTail(7), 0.002_993_127_848_853_554_6))
    }

    @Test func `With one degree of freedom t is Cauchy's, with two it has a formula too`() {
        for x in stride(from: -8.0, through: 8, by: 0.25) {
            let cauchy = 0.5 + atan(x) / .pi
            let two = 0.5 + x / (2 * (2 + x * x).squareRoot())
            let t = { StudentDistribution(degreesOfFreedom: $0).cumulative(x) }
            #expect(abs(t(1) - cauchy) < 1e-13)
            #expect(abs(t(2) - two) < 1e-13)
        }
    }

    @Test func `The quantile of t undoes its tail`() {
        for freedom in [1, 1.5, 2, 3, 7.25, 11, 40, 1000] {
            let distribution = StudentDistribution(degreesOfFreedom: freedom)
            for tail in [0.5, 0.4, 0.1, 0.025, 1e-3, 1e-6, 1e-10] {
                let t = distribution.upperQuantile(tail)
                #expect(Self.agree(distribution.upperTail(t), tail), "ν \(freedom), tail \(tail)")
            }
        }
    }

    @Test func `Quantiles of the normal distribution are those of the tables`() {
        #expect(Self.agree(NormalDistribution.quantile(0.975), 1.959_963_984_540_054))
        #expect(Self.agree(NormalDistribution.quantile(0.8), 0.841_621_233_572_914_2))
        #expect(Self.agree(NormalDistribution.quantile(1e-9), -5.997_807_015_007_687))
        #expect(abs(NormalDistribution.quantile(0.5)) < 1e-15)
    }

    // Hollander and Wolfe, table A.4: P(T⁺ ≥ 40) for n = 9 is .020, P(T⁺ ≥ 28) for n = 7 is .008.
    @Test func `Signed ranks are those of the table`() {
        let nine = RankDistribution.signedRanks(count: 9)
        #expect(nine.maximum == 45)
        #expect(nine.lowerTail(5) == 10.0 / 512)
        #expect(RankDistribution.signedRanks(count: 7).lowerTail(0) == 1.0 / 128)
        #expect(nine.lowerTail(-1) == 0)
        #expect(nine.lowerTail(45) == 1)
    }

    @Test func `Signed ranks are what all signs give, one by one`() {
        for count in 1...10 {
            let distribution = RankDistribution.signedRanks(count: count)
            var sums = [Int](repeating: 0, count: distribution.maximum + 1)
            for signs in 0..<(1 << count) {
                sums[(0..<count).filter { signs >> $0 & 1 == 1 }.reduce(0) { $0 + $1 + 1 }] += 1
            }
            var below = 0
            for (sum, number) in sums.enumerated() {
                below += number
                #expect(distribution.lowerTail(sum) == Double(below) / Double(1 << count))
            }
        }
    }

    @Test func `Rank sums are what all orders give, one by one`() {
        for first in 1...5 {
            for second in 1...5 {
                let distribution = RankDistribution.rankSums(first: first, second: second)
                var counts = [Int](repeating: 0, count: first * second + 1)
                let all = first + second
                for choice in 0..<(1 << all) where choice.nonzeroBitCount == first {
                    var pairs = 0
                    for a in 0..<all where choice >> a & 1 == 1 {
                        pairs += (a..<all).count { choice >> $0 & 1 == 0 }
                    }
                    counts[pairs] += 1
                }
                let total = counts.reduce(0, +)
                var below = 0
                for (value, number) in counts.enumerated() {
                    below += number
                    #expect(
                        abs(distribution.lowerTail(value) - Double(below) / Double(total)) < 1e-15)
                }
            }
        }
    }

    @Test func `Where rank statistics are approximated, they join the exact ones`() {
        let exact = RankDistribution.signedRanks(count: 50).boundRank(level: 0.95)
        let next = RankDistribution.signedRanks(count: 51).boundRank(level: 0.95)
        // The tables' critical sums, two-sided 0.05, are 434 for n = 50 and 453 for n = 51.
        #expect(exact == 435)
        #expect(next == 454)
        let pair = [(25, 25), (26, 25)].map {
            RankDistribution.rankSums(first: $0.0, second: $0.1).boundRank(level: 0.95)
        }
        #expect(pair == [212, 221])
    }

    @Test func `Below six pairs and below four of each there is no interval of 95 percent`() {
        #expect(RankDistribution.signedRanks(count: 5).boundRank(level: 0.95) == nil)
        #expect(RankDistribution.signedRanks(count: 6).boundRank(level: 0.95) == 1)
        #expect(RankDistribution.rankSums(first: 3, second: 4).boundRank(level: 0.95) == nil)
        #expect(RankDistribution.rankSums(first: 4, second: 4).boundRank(level: 0.95) == 1)
    }

    @Test(arguments: [6, 8, 12, 20, 40])
    func `One in a hundred normal samples is not normal enough`(count: Int) {
        let seed: UInt64 = 41
        var random = SeededGenerator(seed: seed)
        let rounds = 10_000
        let rejected = (0..<rounds).count { _ in
            !NormalityCheck.isNormalEnough(random.normals(count))
        }
        let share = Double(rejected) / Double(rounds)
        #expect((0.006...0.016).contains(share), "n \(count), share \(share), seed \(seed)")
    }

    @Test func `A sample with one spike is not normal enough, one without noise is`() {
        var random = SeededGenerator(seed: 3)
        var values = random.normals(12)
        values[4] = 9
        #expect(!NormalityCheck.isNormalEnough(values))
        #expect(NormalityCheck.isNormalEnough([2, 2, 2, 2, 2, 2, 2]))
    }

    static func agree(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= 1e-11 * abs(b) }
}
