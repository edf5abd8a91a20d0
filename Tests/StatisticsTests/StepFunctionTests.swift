import Statistics
import Testing

@Suite struct StepFunctionTests {
    /// 0 until 10, 3 until 30, 1 until 60, 0 until 80, 2 to the end at 100.
    private static let function = StepFunction(
        events: [
            .init(time: 10, delta: 3), .init(time: 30, delta: -2), .init(time: 60, delta: -1),
            .init(time: 80, delta: 2),
        ], over: Interval(began: 0, ended: 100))

    @Test func `The integral and the mean weigh levels by time`() {
        // 3·20 + 1·30 + 2·20
        #expect(Self.function.integral == 130)
        #expect(Self.function.mean == 1.3)
    }

    @Test func `Quantiles are weighted by time`() {
        // Level 0 for 30 of 100, 1 for 30, 2 for 20, 3 for 20.
        #expect(Self.function.quantile(0.30) == 0)
        #expect(Self.function.quantile(0.31) == 1)
        #expect(Self.function.quantile(0.60) == 1)
        #expect(Self.function.quantile(0.80) == 2)
        #expect(Self.function.quantile(0.81) == 3)
        #expect(Self.function.quantile(1) == 3)
    }

    @Test func `The maximum counts however short it lasts`() {
        let function = StepFunction(
            events: [.init(time: 5, delta: 9), .init(time: 6, delta: -9)],
            over: Interval(began: 0, ended: 1_000_000))
        #expect(function.max == 9)
        #expect(function.quantile(0.99) == 0)
    }

    @Test func `Time above zero is measured as a share`() {
        #expect(Self.function.shareAboveZero == 0.7)
    }

    @Test func `Events at one instant are one step`() {
        let function = StepFunction(
            events: [.init(time: 5, delta: 4), .init(time: 5, delta: -4)],
            over: Interval(began: 0, ended: 10))
        #expect(function.steps == [.init(time: 0, level: 0)])
    }

    @Test func `Events before the domain make its first level, those at its end change nothing`() {
        let function = StepFunction(
            events: [
                .init(time: -5, delta: 2), .init(time: 0, delta: 1), .init(time: 10, delta: 7),
            ], over: Interval(began: 0, ended: 10))
        #expect(function.steps == [.init(time: 0, level: 3)])
        #expect(function.mean == 3)
    }

    @Test func `Without events it is zero throughout`() {
        let function = StepFunction(events: [], over: Interval(began: 3, ended: 7))
        #expect(function.steps == [.init(time: 3, level: 0)])
        #expect(function.max == 0)
        #expect(function.shareAboveZero == 0)
    }

    @Test func `The sweep agrees with counting at random instants`() {
        let seed: UInt64 = 41
        var random = SeededGenerator(seed: seed)
        let windows = (0..<60).map { _ -> (Int64, Int64) in
            let from = Int64(random.below(900))
            return (from, from + Int64(1 + random.below(200)))
        }
        let events = windows.flatMap {
            [StepFunction.Event(time: $0.0, delta: 1), .init(time: $0.1, delta: -1)]
        }
        let domain = Interval(began: 0, ended: 1000)
        let function = StepFunction(events: events, over: domain)
        let levels = (0..<Int64(1000)).map { time in
            windows.count { $0.0 <= time && time < $0.1 }
        }
        #expect(function.integral == Double(levels.reduce(0, +)), "seed \(seed)")
        #expect(function.max == levels.max(), "seed \(seed)")
        let sample = Sample(levels.map(Double.init))
        for p in [0.5, 0.95, 0.99] {
            #expect(Double(function.quantile(p)) == sample.quantile(p), "seed \(seed)")
        }
        let above = Double(levels.count { $0 > 0 }) / 1000
        #expect(function.shareAboveZero == above, "seed \(seed)")
    }
}
