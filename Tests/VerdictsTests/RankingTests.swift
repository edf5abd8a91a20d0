import Foundation
import Results
import Testing
import Verdicts

@Suite struct RankingTests {
    /// A run whose n-th topology has these values of one figure, round by round.
    private static func ranking(
        _ measure: Measure, _ values: [[Double]], disturbed: [[Int]] = [], level: Double? = nil
    ) -> Ranking {
        let topologies = values.enumerated().map { index, values in
            let name = ["siblings", "single-main", "private-writer", "child-of-main"][index]
            var topology = TopologyResult(topology: name, variant: name, promise: "")
            topology.repetitions = values.enumerated().map { round, value in
                let isDisturbed = index < disturbed.count && disturbed[index].contains(round + 1)
                return RepetitionResult(
                    record: RunRecord(
                        topology: name, variant: name, repetition: round + 1, build: "debug"),
                    figures: [Figure(measure, value, phase: "import", role: "", count: 1)],
                    mark: isDisturbed ? .disturbed : .none)
            }
            return topology
        }
        return Ranking(
            of: topologies, headlinePhase: "import", level: level ?? GateFamily.level)
    }

    private static let delay = Metric.mainDelay[.p99]

    @Test func `A topology that is slower in every round by a tenth is told apart`() {
        let values = (0..<8).map { 20 * (1 + 0.01 * Double($0 % 3)) }
        let noise = [1.10, 1.09, 1.11, 1.10, 1.12, 1.09, 1.10, 1.11]
        let ranking = Self.ranking(Self.delay, [zip(values, noise).map(*), values])
        #expect(ranking.isBetter(Self.delay, 1, than: 0))
        #expect(!ranking.isBetter(Self.delay, 0, than: 1))
        let best = ranking.best(Self.delay)
        #expect(best?.leader == 1 && best?.group == [1] && best?.isOfAll == false)
        #expect(ranking.pair(Self.delay, 0, 1)?.isExact == false)
    }

    @Test func `Fewer than six pairs order no delay, whatever they look like`() throws {
        let ranking = Self.ranking(Self.delay, [[1, 1.1, 1, 1.1, 1], [50, 51, 50, 52, 50]])
        let pair = try #require(ranking.pair(Self.delay, 0, 1))
        #expect(pair.verdict == .tooFewRounds && pair.roundsNeeded == 6)
        #expect(ranking.best(Self.delay) == nil)
    }

    @Test func `Nothing against something is exact in one repetition, two amounts are not`() {
        let loss = Metric.lossKill[.max]
        let ranking = Self.ranking(loss, [[0], [61], [80]])
        #expect(ranking.pair(loss, 0, 1)?.verdict == .firstIsBetter)
        #expect(ranking.pair(loss, 0, 1)?.isExact == true)
        #expect(ranking.pair(loss, 1, 2)?.verdict == .tooFewRounds)
    }

    @Test func `A count that every repetition repeats is exact, a mean over time is not`() {
        let counts = [[61.0, 61], [80, 80]]
        let most = Metric.lossKill[.max]
        #expect(Self.ranking(most, counts).pair(most, 0, 1)?.verdict == .firstIsBetter)
        let mean = Metric.lossKill[.exposure]
        #expect(Self.ranking(mean, counts).pair(mean, 0, 1)?.verdict == .tooFewRounds)
    }

    @Test func `A disturbed repetition is left out together with its partner`() throws {
        let values = [10.0, 11, 10, 11, 10, 11, 10]
        let ranking = Self.ranking(
            Self.delay, [values, values.map { $0 * 3 }], disturbed: [[1], [2]])
        #expect(try #require(ranking.pair(Self.delay, 0, 1)).rounds == 5)
        #expect(ranking.pair(Self.delay, 0, 1)?.verdict == .tooFewRounds)
    }

    @Test func `A difference that does not matter is the same, and marks both as best`() {
        let values = (0..<12).map { 20 + 0.1 * Double($0 % 2) }
        let others = values.enumerated().map { $1 * ($0 % 3 == 0 ? 1.005 : 0.998) }
        let ranking = Self.ranking(Self.delay, [values, others])
        #expect(ranking.pair(Self.delay, 0, 1)?.verdict == .equal)
        #expect(ranking.best(Self.delay)?.isOfAll == true)
    }

    @Test func `Six rounds far apart are told though one of them is an outlier`() {
        let fast = [0.9, 0.88, 0.91, 0.87, 0.9, 0.89].map { $0 * 10 }
        let slow = [252.0, 250, 251, 249, 253, 2_500]
        let ranking = Self.ranking(Self.delay, [fast, slow])
        #expect(ranking.isBetter(Self.delay, 0, than: 1))
        #expect(ranking.pair(Self.delay, 0, 1)?.change?.test == .mannWhitney)
    }

    @Test func `A scattered figure beyond one that is told is open, and not among the best`()
        throws
    {
        let fast = [10.0, 10.1, 9.9, 10, 10.2, 9.8]
        let slow = [20.0, 20.3, 19.8, 20.1, 20.2, 19.9]
        let scattered = [9.0, 60, 8, 70, 50, 40]
        let best = try #require(Self.ranking(Self.delay, [fast, slow, scattered]).best(Self.delay))
        #expect(best.group == [0] && best.worse == [1] && best.open == [2])
    }

    @Test func `An open pair says how many rounds would tell it`() throws {
        var random = SplitMix(seed: 7)
        let values = (0..<8).map { _ in 20 * exp(0.3 * random.normal()) }
        let others = (0..<8).map { _ in 26 * exp(0.3 * random.normal()) }
        let ranking = Self.ranking(Self.delay, [values, others])
        let pair = try #require(ranking.pair(Self.delay, 0, 1))
        #expect(pair.verdict == .notToldApart)
        #expect(try #require(pair.roundsNeeded) > 8)
        #expect(ranking.roundsNeeded(Self.delay) == pair.roundsNeeded)
    }

    /// Of runs of one topology under two names, at most one in forty may report a difference.
    @Test(arguments: [6, 12])
    func `Equal topologies are told apart in fewer than one of forty runs`(rounds: Int) {
        let runs = 2_000
        let seed: UInt64 = 20_261_122
        var random = SplitMix(seed: seed)
        var told = 0
        for _ in 0..<runs {
            let topologies = (0..<3).map { index in
                var topology = TopologyResult(
                    topology: "t\(index)", variant: "t\(index)", promise: "")
                topology.repetitions = (1...rounds).map { round in
                    let figures = [Metric.mainDelay[.p99], Metric.mainBusy[.total]].map { measure in
                        // Now and then a stall that leaves no disturbance mark.
                        let spike = random.unit() < 0.05 ? 1.5 : 1
                        return Figure(
                            measure, 20 * spike * exp(0.2 * random.normal()), phase: "import",
                            role: "", count: 1)
                    }
                    return RepetitionResult(
                        record: RunRecord(
                            topology: "t", variant: "t", repetition: round, build: "debug"),
                        figures: figures)
                }
                return topology
            }
            let ranking = Ranking(of: topologies, headlinePhase: "import")
            if ranking.pairs.contains(where: \.isTold) { told += 1 }
        }
        #expect(
            Double(told) / Double(runs) < 1.0 / 40, "\(told) of \(runs) runs, seed \(seed)")
    }

    @Test func `A planted tenth is told by twelve rounds in nineteen of twenty runs`() {
        let seed: UInt64 = 4
        var random = SplitMix(seed: seed)
        var told = 0
        for _ in 0..<400 {
            let drift = (0..<12).map { _ in exp(0.3 * random.normal()) }
            let values = drift.map { 20 * $0 * exp(0.04 * random.normal()) }
            let slower = drift.map { 22 * $0 * exp(0.04 * random.normal()) }
            let ranking = Self.ranking(Self.delay, [values, slower])
            if ranking.isBetter(Self.delay, 0, than: 1) { told += 1 }
        }
        #expect(told >= 380, "\(told) of 400, seed \(seed)")
    }
}
