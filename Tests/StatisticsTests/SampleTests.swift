import Statistics
import Testing

@Suite struct SampleTests {
    @Test func `A quantile needs 1 divided by 1 minus p values`() {
        #expect(Sample.minimumCount(for: 0) == 1)
        #expect(Sample.minimumCount(for: 0.5) == 2)
        #expect(Sample.minimumCount(for: 0.9) == 10)
        #expect(Sample.minimumCount(for: 0.95) == 20)
        #expect(Sample.minimumCount(for: 0.99) == 100)
        #expect(Sample.minimumCount(for: 0.999) == 1000)
    }

    @Test(arguments: [(0.5, 2), (0.95, 20), (0.99, 100)])
    func `With one value less there is no quantile`(p: Double, count: Int) {
        let values = (1...count).map(Double.init)
        #expect(Sample(values).quantile(p) != nil)
        #expect(Sample(values.dropLast()).quantile(p) == nil)
    }

    @Test func `The quantile of 1 to 100 is its rank`() {
        let sample = Sample((1...100).map(Double.init).reversed())
        for percent in 1...99 {
            #expect(sample.quantile(Double(percent) / 100) == Double(percent))
        }
        #expect(sample.quantile(0) == 1)
    }

    @Test func `A quantile between two ranks is the upper one, never an interpolation`() {
        let sample = Sample([15, 20, 35, 40, 50])
        #expect(sample.quantile(0.05) == 15)
        #expect(sample.quantile(0.30) == 20)
        #expect(sample.quantile(0.40) == 20)
        #expect(sample.quantile(0.50) == 35)
    }

    @Test func `At least the share p does not exceed a quantile, and less than it is below`() {
        let seed: UInt64 = 20_130_429
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let values = (0..<(1 + random.below(300))).map { _ in Double(random.below(40)) }
            let sample = Sample(values)
            for p in [0.1, 0.25, 0.5, 0.9, 0.95, 0.99] {
                guard let quantile = sample.quantile(p) else { continue }
                let atMost = Double(values.count { $0 <= quantile })
                let below = Double(values.count { $0 < quantile })
                let share = p * Double(values.count)
                #expect(atMost >= share - 1e-6, "seed \(seed), n \(values.count), p \(p)")
                #expect(below < share + 1e-6, "seed \(seed), n \(values.count), p \(p)")
            }
        }
    }

    @Test func `The median of an even count lies between the middle values`() {
        #expect(Sample([4, 1, 3, 2]).median == 2.5)
        #expect(Sample([3, 1, 2]).median == 2)
    }

    @Test func `An empty sample has no figures`() {
        let sample = Sample([])
        #expect(sample.median == nil)
        #expect(sample.max == nil)
        #expect(sample.quantile(0) == nil)
    }

    @Test func `A sample with a NaN traps`() async {
        await #expect(processExitsWith: .failure) { _ = Sample([1, .nan]) }
    }
}
