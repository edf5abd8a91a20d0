import Foundation
import Statistics
import Testing

@Suite struct DelayDistributionTests {
    private static let millisecond: Int64 = 1_000_000

    /// The example of Architecture.md, “The main queue”: a 2 s freeze in a minute of 4 ms blocks,
    /// one block each 16 ms.
    private static let freeze: [Int64] =
        [2000 * millisecond] + Array(repeating: 4 * millisecond, count: 3625)

    @Test func `A two-second freeze in a minute has a block p99 of 4 ms and a true p99 of 1.4 s`() {
        let blocks = Sample(Self.freeze.map { Double($0) / 1e6 })
        #expect(blocks.quantile(0.99) == 4)
        let delay = DelayDistribution(lengths: Self.freeze, over: 60_000 * Self.millisecond)
        // Σ max(0, b − x) = 2000 − x ≤ 0.01 · 60,000 gives x = 1400.
        #expect(abs(delay.quantileMilliseconds(0.99) - 1400) < 1e-6)
        #expect(delay.maxMilliseconds == 2000)
        #expect(abs(delay.meanMilliseconds - (4_000_000 + 3625 * 16.0) / 120_000) < 1e-9)
    }

    @Test func `One stretch gives a uniform delay`() {
        let delay = DelayDistribution(
            lengths: [40 * Self.millisecond], over: 100 * Self.millisecond)
        #expect(delay.share == 0.4)
        #expect(delay.probability(above: 0) == 0.4)
        #expect(abs(delay.probability(above: 10) - 0.3) < 1e-12)
        #expect(delay.probability(above: 40) == 0)
        #expect(delay.quantileMilliseconds(0.5) == 0)
        #expect(abs(delay.quantileMilliseconds(0.7) - 10) < 1e-9)
        #expect(delay.quantileMilliseconds(1) == 40)
        #expect(delay.meanMilliseconds == 8)
    }

    @Test func `An idle queue delays nothing`() {
        let delay = DelayDistribution(lengths: [], over: 5)
        #expect(delay.quantileMilliseconds(0.99) == 0)
        #expect(delay.meanMilliseconds == 0)
        #expect(delay.maxMilliseconds == 0)
    }

    @Test func `A queue that is busy all the time delays everything`() {
        let delay = DelayDistribution(
            lengths: [100 * Self.millisecond], over: 100 * Self.millisecond)
        #expect(delay.probability(above: 0) == 1)
        #expect(delay.quantileMilliseconds(0) == 0)
        #expect(abs(delay.quantileMilliseconds(0.5) - 50) < 1e-9)
    }

    @Test func `The quantile is the smallest x that the definition allows`() {
        let seed: UInt64 = 99
        var random = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let lengths = (0..<random.below(12)).map { _ in Int64(random.below(1_000_000)) }
            let total = max(1, lengths.reduce(0, +)) + Int64(random.below(5_000_000))
            let delay = DelayDistribution(lengths: lengths, over: total)
            for p in [0.1, 0.5, 0.9, 0.95, 0.99, 0.999] {
                let x = delay.quantileMilliseconds(p) * 1e6
                let sum = { (x: Double) in lengths.reduce(0.0) { $0 + max(0, Double($1) - x) } }
                let allowed = (1 - p) * Double(total)
                #expect(sum(x) <= allowed + 1e-3, "seed \(seed)")
                if x > 1 { #expect(sum(x - 1) > allowed, "seed \(seed)") }
            }
        }
    }

    @Test func `Random arrivals agree with the formulas`() {
        let seed: UInt64 = 20_130_429
        var random = SeededGenerator(seed: seed)
        var stretches: [Interval] = []
        var time: Int64 = 0
        while time < 10_000_000_000 {
            time += Int64(20_000_000 * random.unit())
            // One stretch in twenty is a stall.
            let most = random.below(20) == 0 ? 400_000_000.0 : 12_000_000.0
            let length = Int64(most * random.unit())
            stretches.append(Interval(began: time, ended: time + length))
            time += length
        }
        let phase = Interval(began: 0, ended: time)
        let delay = DelayDistribution(stretches: stretches, in: phase)
        let waits = (0..<200_000).map { _ -> Double in
            let arrival = Int64(random.unit() * Double(time))
            var low = 0
            var high = stretches.count
            while low < high {
                let middle = (low + high) / 2
                if stretches[middle].ended <= arrival { low = middle + 1 } else { high = middle }
            }
            guard low < stretches.count, stretches[low].began <= arrival else { return 0 }
            return Double(stretches[low].ended - arrival) / 1e6
        }
        let sample = Sample(waits)
        let comment: Comment = "seed \(seed)"
        for p in [0.5, 0.95, 0.99] {
            let exact = delay.quantileMilliseconds(p)
            // A quantile of 200,000 arrivals lies within a few of its 10,000ths.
            #expect(abs(sample.quantile(p)! - exact) < 0.03 * exact + 0.2, comment)
        }
        let mean = waits.reduce(0, +) / Double(waits.count)
        #expect(abs(mean - delay.meanMilliseconds) < 0.03 * delay.meanMilliseconds, comment)
        let above = Double(waits.count { $0 > 100 }) / Double(waits.count)
        #expect(abs(above - delay.probability(above: 100)) < 0.003, comment)
    }

    @Test func `Stretches are cut at the phase's ends, and whole for the maximum`() {
        let ms = Self.millisecond
        let phase = Interval(began: 100 * ms, ended: 200 * ms)
        let stretches = [
            Interval(began: 0, ended: 50 * ms), Interval(began: 60 * ms, ended: 110 * ms),
            Interval(began: 190 * ms, ended: 290 * ms),
        ]
        let delay = DelayDistribution(stretches: stretches, in: phase)
        #expect(delay.count == 2)
        #expect(delay.share == 0.2)
        #expect(delay.maxMilliseconds == 100)
        #expect(delay.meanMilliseconds == 1)
    }

    @Test func `A distribution over no time traps`() async {
        await #expect(processExitsWith: .failure) { _ = DelayDistribution(lengths: [], over: 0) }
    }
}
