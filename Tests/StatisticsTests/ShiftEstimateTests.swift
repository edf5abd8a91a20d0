import Foundation
import Statistics
import Testing

@Suite struct ShiftEstimateTests {
    // Hours of sleep gained by ten patients with two drugs: Student, *The probable error of a
    // mean*, Biometrika 6 (1908), after Cushny and Peebles. Figures to all digits from SciPy 1.17.
    private static let first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2]
    private static let second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]

    @Test func `Paired t gives what Student found in the sleep of ten patients`() {
        let gained = zip(Self.second, Self.first).map { $0 - $1 }
        let shift = ShiftEstimate(differences: gained, by: .pairedT)
        #expect(abs(shift.center - 1.58) < 1e-12)
        #expect(abs(shift.probability - 0.002_832_890_197_384) < 1e-12)
        #expect(abs(shift.low - 0.700_114_236_723_018) < 1e-12)
        #expect(abs(shift.high - 2.459_885_763_276_983) < 1e-12)
        #expect(shift.count == 10)
    }

    @Test func `Welch's t gives what is known of the same patients taken as twenty`() {
        let shift = ShiftEstimate(from: Self.first, to: Self.second, by: .welch)
        #expect(abs(shift.center - 1.58) < 1e-12)
        #expect(abs(shift.probability - 0.079_394_140_187_358) < 1e-12)
        #expect(abs(shift.low + 0.205_483_230_711_711) < 1e-12)
        #expect(abs(shift.high - 3.365_483_230_711_710) < 1e-12)
    }

    // Hamilton's depression scale before and after a tranquilizer: Hollander and Wolfe, example
    // 3.1: T⁺ = 5, p = .0195 one-sided, estimate −.46, interval (−.786, −.010) at 96.1 %.
    @Test func `Signed ranks give what is known of a tranquilizer`() {
        let before = [1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30]
        let after = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29]
        let differences = zip(after, before).map { $0 - $1 }
        let shift = ShiftEstimate(differences: differences, by: .signedRank)
        #expect(abs(shift.center + 0.46) < 1e-12)
        #expect(shift.probability == 0.039_062_5)
        #expect(shift.probability(ofAtLeast: 0) == 0.019_531_25)
        #expect(abs(shift.low + 0.786) < 1e-12)
        #expect(abs(shift.high + 0.010) < 1e-12)
    }

    // Permeability of the membrane at term and earlier: Hollander and Wolfe, example 4.1: W = 30,
    // p = .127 one-sided, estimate of the shift −.305.
    @Test func `Mann and Whitney's count gives what is known of a membrane`() {
        let term = [0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46]
        let early = [1.15, 0.88, 0.90, 0.74, 1.21]
        let shift = ShiftEstimate(from: term, to: early, by: .mannWhitney)
        #expect(abs(shift.center + 0.305) < 1e-12)
        #expect(abs(shift.probability - 0.254_412_254_412_254) < 1e-12)
        // The ninth from either end: P(U ≤ 8) is .0200, P(U ≤ 9) is .0280.
        #expect(abs(shift.low + 0.76) < 1e-12)
        #expect(abs(shift.high - 0.15) < 1e-12)
    }

    @Test func `The interval and the one-sided tests say the same`() {
        let seed: UInt64 = 99
        var random = SeededGenerator(seed: seed)
        for round in 0..<300 {
            let values = random.normals(6 + random.below(20), mean: 0.3)
            let others = random.normals(6 + random.below(20))
            let estimates = [
                ShiftEstimate(differences: values, by: .pairedT),
                ShiftEstimate(differences: values, by: .signedRank),
                ShiftEstimate(from: others, to: values, by: .welch),
                ShiftEstimate(from: others, to: values, by: .mannWhitney),
            ]
            for shift in estimates {
                let bound = random.unit() - 0.5
                let isAbove = shift.low > bound
                let isBelow = shift.high < bound
                let comment = "\(shift.test) in round \(round), seed \(seed)"
                #expect((shift.probability(ofAtMost: bound) <= 0.025) == isAbove, "\(comment)")
                #expect((shift.probability(ofAtLeast: bound) <= 0.025) == isBelow, "\(comment)")
                let margin = random.unit() * 2
                let isWithin = shift.low > -margin && shift.high < margin
                #expect(Equivalence(shift, margin: margin).isShown == isWithin, "\(comment)")
            }
        }
    }

    @Test func `Each interval holds the true shift in at least 95 of 100 samples`() {
        let seed: UInt64 = 12
        var random = SeededGenerator(seed: seed)
        var hits: [ShiftTest: Int] = [:]
        let rounds = 3000
        for _ in 0..<rounds {
            let paired = random.normals(12, mean: 1)
            let first = random.normals(12)
            let second = random.normals(15, mean: 1, deviation: 2)
            // Same shape on both sides: what Mann and Whitney's shift supposes.
            let third = random.normals(15, mean: 1)
            let estimates = [
                ShiftEstimate(differences: paired, by: .pairedT),
                ShiftEstimate(differences: paired, by: .signedRank),
                ShiftEstimate(from: first, to: second, by: .welch),
                ShiftEstimate(from: first, to: third, by: .mannWhitney),
            ]
            for shift in estimates where shift.low <= 1 && 1 <= shift.high {
                hits[shift.test, default: 0] += 1
            }
        }
        for test in [ShiftTest.pairedT, .signedRank, .welch, .mannWhitney] {
            // Three standard errors of a share of 0.95 in 3000 rounds are 0.012.
            let share = Double(hits[test] ?? 0) / Double(rounds)
            #expect(share > 0.938, "\(test.rawValue): \(share), seed \(seed)")
        }
    }

    @Test func `Swapping the samples turns the shift around`() {
        let seed: UInt64 = 5
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let (a, b) = (random.normals(9), random.normals(13, mean: 0.5))
            for test in [ShiftTest.welch, .mannWhitney] {
                let there = ShiftEstimate(from: a, to: b, by: test)
                let back = ShiftEstimate(from: b, to: a, by: test)
                #expect(abs(there.center + back.center) < 1e-12, "seed \(seed)")
                #expect(abs(there.low + back.high) < 1e-12, "seed \(seed)")
                #expect(abs(there.probability - back.probability) < 1e-12, "seed \(seed)")
            }
        }
    }

    @Test func `One spike sends pairs to signed ranks, and moves them little`() throws {
        var random = SeededGenerator(seed: 8)
        let calm = random.normals(12, mean: 0.1, deviation: 0.01)
        var spiked = calm
        spiked[7] = 3
        let shift = try #require(ShiftEstimate(differences: calm))
        let moved = try #require(ShiftEstimate(differences: spiked))
        #expect(shift.test == .pairedT)
        #expect(moved.test == .signedRank)
        #expect(abs(moved.center - 0.1) < 0.01)
        #expect(moved.probability == 2.0 / 4096)
        #expect(ShiftEstimate(differences: spiked, by: .pairedT).probability > 0.05)
    }

    @Test func `Differences without noise are beyond doubt, and none is none`() throws {
        let same = try #require(ShiftEstimate(differences: [0.1, 0.1, 0.1, 0.1, 0.1, 0.1]))
        #expect(same.low == 0.1 && same.high == 0.1 && same.probability == 0)
        let none = try #require(ShiftEstimate(differences: [0, 0, 0, 0, 0, 0]))
        #expect(none.probability == 1)
        #expect(Equivalence(none, margin: 1e-9).isShown)
    }

    @Test func `Ties never make a difference`() {
        let rounded = [0.0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]
        let shift = ShiftEstimate(differences: rounded, by: .signedRank)
        #expect(shift.probability == 1)
        let samples = ShiftEstimate(from: rounded, to: rounded, by: .mannWhitney)
        #expect(samples.probability == 1)
    }

    @Test func `A ratio of eleven to ten is found on both sides of its interval`() throws {
        var random = SeededGenerator(seed: 31)
        let baseline = random.normals(20, mean: 100, deviation: 3)
        let candidate = baseline.map { $0 * 1.1 * (1 + 0.001 * random.normal()) }
        let paired = try #require(
            RatioEstimate(baseline: baseline, candidate: candidate, isPaired: true))
        #expect((paired.low...paired.high).contains(1.1))
        #expect(paired.high - paired.low < 0.002)
        let unpaired = try #require(
            RatioEstimate(baseline: baseline, candidate: candidate, isPaired: false))
        #expect((unpaired.low...unpaired.high).contains(1.1))
        #expect(unpaired.high - unpaired.low > 0.02)
        #expect(RatioEstimate(baseline: [1, 0], candidate: [1, 1], isPaired: true) == nil)
        #expect(RatioEstimate(baseline: [1], candidate: [1], isPaired: true) == nil)
    }
}
