import Statistics
import Testing

@Suite struct CorrectionTests {
    // By hand, as Holm's paper prescribes: 4 · .005, 3 · .01, 2 · .03, and .04, kept at .06.
    @Test func `Holm's probabilities are those of the paper's procedure`() {
        let adjusted = Holm.adjusted([0.01, 0.04, 0.03, 0.005])
        for (found, known) in zip(adjusted, [0.03, 0.06, 0.06, 0.02]) {
            #expect(abs(found - known) < 1e-15)
        }
        #expect(Holm.adjusted([]) == [])
        #expect(Holm.adjusted([0.4]) == [0.4])
        #expect(Holm.adjusted([0.9, 0.8]) == [1, 1])
    }

    @Test func `Holm is never below the probability itself, never above Bonferroni, in order`() {
        let seed: UInt64 = 77
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let count = 1 + random.below(12)
            let raw = (0..<count).map { _ in random.unit() * random.unit() }
            let adjusted = Holm.adjusted(raw)
            for (p, q) in zip(raw, adjusted) {
                #expect(p <= q && q <= min(1, Double(count) * p) + 1e-15, "seed \(seed)")
            }
            for i in raw.indices {
                for j in raw.indices where raw[i] < raw[j] {
                    #expect(adjusted[i] <= adjusted[j], "seed \(seed)")
                }
            }
        }
    }

    @Test func `Of eight tests of nothing, any rejects in 1 of 20 families at most`() {
        let seed: UInt64 = 2
        var random = SeededGenerator(seed: seed)
        let families = 20_000
        let wrong = (0..<families).count { _ in
            Holm.adjusted((0..<8).map { _ in random.unit() }).contains { $0 <= 0.05 }
        }
        // 1 − (1 − 0.05/8)^8 is 0.0489; three standard errors are 0.0046.
        #expect((0.044...0.0536).contains(Double(wrong) / Double(families)), "seed \(seed)")
    }

    // With the tables' t: 2.110/√18 = 0.497, 2.120/√17 = 0.514; 2.045/√30 = 0.373.
    @Test func `The rounds that a half width needs follow from the table of t`() {
        #expect(RoundsNeeded.toTell(0.5, deviation: 1, level: 0.95) == 18)
        #expect(RoundsNeeded.toTell(0.374, deviation: 1, level: 0.95) == 30)
        #expect(RoundsNeeded.toTell(100, deviation: 1, level: 0.95) == 2)
        #expect(RoundsNeeded.toTell(1, deviation: 0, level: 0.95) == 2)
    }

    @Test func `What no number of rounds tells has none`() {
        #expect(RoundsNeeded.toTell(0, deviation: 1, level: 0.95) == nil)
        #expect(RoundsNeeded.toTell(1e-6, deviation: 1, level: 0.95) == nil)
        #expect(RoundsNeeded.toTell(1, deviation: .infinity, level: 0.95) == nil)
    }

    // (1.96 + 0.84)² · 4 = 31.4, and t adds two: Cohen, *Statistical Power Analysis*, table 2.4.1
    // gives 33 for a paired d of 0.5 at 80 %.
    @Test func `The rounds that see a difference in four of five cases`() {
        let needed = RoundsNeeded.toTell(0.5, deviation: 1, level: 0.95, power: 0.8)
        #expect(needed == 34)
    }

    @Test func `So many rounds have the half width, and one less has not`() throws {
        let seed: UInt64 = 6
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let distance = 0.05 + random.unit()
            let count = try #require(RoundsNeeded.toTell(distance, deviation: 1, level: 0.95))
            let halfWidth = { (count: Int) in
                StudentDistribution(degreesOfFreedom: Double(count - 1)).upperQuantile(0.025)
                    / Double(count).squareRoot()
            }
            #expect(halfWidth(count) <= distance, "seed \(seed)")
            if count > 2 { #expect(halfWidth(count - 1) > distance, "seed \(seed)") }
        }
    }
}
