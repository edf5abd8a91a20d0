import Foundation
import Results
import Testing
import Verdicts

/// Runs until topologies are told apart, in which every round takes a second.
@Suite struct TellingTests {
    private static let delay = Metric.mainDelay[.p99]

    /// Runs rounds until `telling` ends them.
    ///
    /// - Parameters:
    ///   - limit: the most rounds that the time allows.
    ///   - mark: the mark of a repetition, by topology and round, from 0.
    ///   - values: the values of a round, one a topology.
    private static func run(
        _ topologies: Int, limit: Int, mark: (Int, Int) -> Mark = { _, _ in .none },
        values: (Int) -> [Double]
    ) -> Telling {
        var telling = Telling(within: Double(limit), headlinePhase: "import")
        var results = (0..<topologies).map {
            TopologyResult(topology: "t\($0)", variant: "t\($0)", promise: "")
        }
        var round = 0
        var goesOn = true
        while goesOn {
            for (index, value) in values(round).enumerated() {
                results[index].repetitions.append(
                    RepetitionResult(
                        record: RunRecord(
                            topology: "t\(index)", variant: "t\(index)", repetition: round + 1,
                            build: "debug"),
                        figures: [Figure(delay, value, phase: "import", role: "", count: 1)],
                        mark: mark(index, round)))
            }
            round += 1
            goesOn = telling.goesOn(with: results, after: Double(round))
        }
        return telling
    }

    /// Two values that differ a lot, and hardly scatter.
    private static func apart(_ round: Int) -> [Double] {
        [10 + 0.1 * Double(round % 3), 30 + 0.1 * Double(round % 2)]
    }

    @Test func `The looks together spend less than the level, however many there are`() {
        let looks = (1...1_000).map { Look(number: $0) }
        let spent = looks.reduce(0) { $0 + $1.level }
        #expect(spent < GateFamily.level && spent > 0.99 * GateFamily.level)
        let open = looks.reduce(0) { $0 + (1 - $1.intervalLevel) }
        #expect(open < 0.05 && open > 0.049)
        #expect((1...5).map { Look.rounds(before: $0) } == [6, 12, 24, 48, 96])
        #expect(Look.only.level == GateFamily.level && Look.only.intervalLevel == 0.95)
    }

    @Test func `Topologies that are far apart are told at the first look`() {
        let record = Self.run(2, limit: 600, values: Self.apart).record
        #expect(record.end == .told && record.looks == 1 && record.rounds == 6)
        #expect(abs(record.level - GateFamily.level / 2) < 1e-12)
    }

    @Test func `A look is missed by no disturbed round, and a busy machine cannot prevent it`() {
        let once = Self.run(
            2, limit: 600, mark: { $0 == 1 && $1 == 2 ? .disturbed : .none }, values: Self.apart)
        #expect(once.record.end == .told && once.record.rounds == 7)
        // Three rounds of four are lost: looks come at a quarter more than planned.
        let busy = Self.run(
            2, limit: 20, mark: { $1 % 4 == 0 ? .none : .disturbed }, values: Self.apart)
        #expect(busy.record.rounds == 20 && busy.record.looks == 3)
        #expect(busy.record.end == .timeUp && busy.ranking?.pairs.first?.rounds == 5)
        let lost = Self.run(2, limit: 20, mark: { _, _ in .disturbed }, values: Self.apart)
        #expect(lost.record.end == .timeUp && lost.record.rounds == 20)
    }

    @Test func `The last look before time is up has a share of its own`() throws {
        var random = SplitMix(seed: 3)
        let telling = Self.run(2, limit: 15) { _ in
            [20 * exp(0.3 * random.normal()), 20 * exp(0.3 * random.normal())]
        }
        let record = telling.record
        #expect(record.end == .timeUp && record.rounds == 15 && record.looks == 3)
        #expect(telling.ranking?.look == Look(number: 3))
        let pair = try #require(telling.ranking?.pairs.first)
        #expect(pair.rounds == 15 && pair.verdict == .notToldApart)
        // What is named is a number of rounds after which the run would look.
        #expect([24, 48, 96, 192, 384, 768, 1_536, 3_072, 6_144].contains(pair.roundsNeeded))
        // Exactly at a planned look there is no other.
        let exact = Self.run(2, limit: 12) { _ in
            [20 * exp(0.3 * random.normal()), 20 * exp(0.3 * random.normal())]
        }
        #expect(exact.record.looks == 2 && exact.record.rounds == 12)
    }

    @Test func `No round begins that would not end in time`() {
        var telling = Telling(within: 100, headlinePhase: "import")
        let goesOn = telling.goesOn(with: [TopologyResult].pair, after: 51)
        #expect(!goesOn)
        #expect(telling.record.end == .timeUp && telling.record.rounds == 1)
    }

    @Test func `A run in which all but one fail has nothing to tell`() {
        var topologies = [TopologyResult].pair
        topologies[0].failure = RunFailure(kind: .stuck, message: "")
        var telling = Telling(within: 100, headlinePhase: "import")
        let goesOn = telling.goesOn(with: topologies, after: 1)
        #expect(!goesOn)
        #expect(telling.record.end == .oneLeft)
    }

    @Test func `An interrupted run is judged at the look that would have come next`() {
        var telling = Telling(within: 100, headlinePhase: "import")
        let goesOn = telling.goesOn(with: [TopologyResult].pair, after: 1)
        #expect(goesOn)
        let record = telling.record
        #expect(record.end == .interrupted && record.looks == 1 && record.rounds == 1)
    }

    @Test func `A recorded run is ranked at the level that it was judged at`() {
        let record = TellingRecord(
            end: .told, looks: 2, level: 0.02 / 6, rounds: 12, seconds: 1, limitSeconds: 2)
        let look = Look(record)
        #expect(look.number == 2 && abs(look.share - Look(number: 2).share) < 1e-12)
        var result = Fixture.result(figures: [])
        result.telling = record
        #expect(Ranking(of: result).look == look)
    }

    /// Looks after 6, 12, 24 and 48 rounds: at 2 % each, more than one run in forty would err.
    @Test(arguments: [0.0, 0.05])
    func `Equal topologies are told apart in fewer than one of forty runs`(spikes: Double) {
        let runs = 1_000
        let seed: UInt64 = 20_261_123
        var random = SplitMix(seed: seed)
        var wrong = 0
        var looks = 0
        for _ in 0..<runs {
            let telling = Self.run(3, limit: 48) { _ in
                (0..<3).map { _ in
                    (random.unit() < spikes ? 30 : 20) * exp(0.2 * random.normal())
                }
            }
            looks += telling.looks
            if telling.ranking!.pairs.contains(where: \.isTold) { wrong += 1 }
        }
        #expect(looks > 3 * runs, "\(looks) looks")
        #expect(
            Double(wrong) / Double(runs) < 1.0 / 40,
            "\(wrong) of \(runs) runs, \(looks) looks, seed \(seed)")
    }

    @Test func `A planted tenth is told in nineteen of twenty runs, and by few rounds`() {
        let seed: UInt64 = 5
        var random = SplitMix(seed: seed)
        var told = 0
        var rounds = 0
        for _ in 0..<400 {
            let telling = Self.run(2, limit: 48) { _ in
                let drift = 20 * exp(0.3 * random.normal())
                return [1, 1.1].map { drift * $0 * exp(0.04 * random.normal()) }
            }
            rounds += telling.record.rounds
            if telling.ranking!.isBetter(Self.delay, 0, than: 1) { told += 1 }
        }
        #expect(told >= 380, "\(told) of 400, seed \(seed)")
        #expect(rounds < 400 * 12, "\(rounds) rounds in 400 runs, seed \(seed)")
    }
}

extension [TopologyResult] {
    /// Two topologies without repetitions.
    fileprivate static var pair: [TopologyResult] {
        ["a", "b"].map { TopologyResult(topology: $0, variant: $0, promise: "") }
    }
}
