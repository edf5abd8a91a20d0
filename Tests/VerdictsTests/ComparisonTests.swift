import Foundation
import Results
import Statistics
import Testing
import Verdicts

@Suite struct ComparisonTests {
    /// Twelve rounds around 100 with a little scatter, the same in every call.
    private static let calm: [Double] = [
        100, 101, 99, 100.5, 99.5, 100.2, 99.8, 101.2, 98.8, 100.7, 99.3, 100.1,
    ]
    private static let other: [Double] = [
        100.3, 100.9, 99.2, 100.1, 99.9, 100.6, 99.5, 101, 99, 100.4, 99.7, 100,
    ]

    @Test func `The same values are identical, in any number of rounds`() throws {
        let row = try Fixture.row(
            "store.commits.total", baseline: [30, 29, 30], candidate: [30, 29, 30])
        #expect(row.verdict == .identical)
        #expect(row.change == nil)
        #expect(row.roundsNeeded == nil)
        let one = try Fixture.row(baseline: [5], candidate: [5], isPaired: false)
        #expect(one.verdict == .identical)
        let order = try Fixture.row(baseline: [30, 29, 30], candidate: [29, 30, 30])
        #expect(order.verdict == .inconclusive)
    }

    @Test func `Values within the tolerance are equivalent`() throws {
        let row = try Fixture.row(baseline: Self.calm, candidate: Self.other)
        #expect(row.verdict == .equivalent)
        #expect(row.tolerance == 1.03)
        #expect(row.toleranceSource == .assumedFloor)
        let change = try #require(row.change)
        #expect(change.scale == .ratio)
        #expect(change.test == .pairedT)
        #expect(try #require(change.low) > 1 / 1.03)
        #expect(try #require(change.high) < 1.03)
    }

    @Test(arguments: [
        (1.1, Polarity.lower, Verdict.regressed), (0.9, .lower, .improved),
        (1.1, .higher, .improved), (0.9, .higher, .regressed),
    ])
    func `A change beyond noise and tolerance is better or worse`(
        factor: Double, better: Polarity, verdict: Verdict
    ) throws {
        for isPaired in [true, false] {
            // Two nights are one thing up to 10 %.
            let factor = isPaired ? factor : factor * factor
            let row = try Fixture.row(
                baseline: Self.calm, candidate: Self.other.map { $0 * factor },
                isPaired: isPaired, better: better)
            #expect(row.verdict == verdict)
            #expect(row.isPaired == isPaired)
            #expect(row.change?.test == (isPaired ? .pairedT : .welch))
            #expect(abs(try #require(row.change).value - factor) < 0.01)
            #expect(row.reason == nil)
        }
    }

    @Test func `With eleven rounds nothing is better or worse`() throws {
        let row = try Fixture.row(
            baseline: Array(Self.calm.prefix(11)),
            candidate: Self.other.prefix(11).map { $0 * 1.5 })
        #expect(row.verdict == .inconclusive)
        #expect(row.reason == .fewRounds)
        #expect(row.roundsNeeded == 12)
        #expect(row.probability == nil)
    }

    @Test func `With five rounds nothing is equivalent, and one has no interval`() throws {
        let row = try Fixture.row(
            baseline: Array(Self.calm.prefix(5)), candidate: Array(Self.other.prefix(5)))
        #expect(row.verdict == .inconclusive)
        #expect(row.reason == .fewRounds)
        let one = try Fixture.row(baseline: [100], candidate: [200])
        #expect(one.verdict == .inconclusive)
        #expect(one.change == nil)
        #expect(one.roundsNeeded == 12)
    }

    @Test func `A wide interval is inconclusive and says the rounds that it takes`() throws {
        let noisy = Self.calm.enumerated().map { $0.offset.isMultiple(of: 2) ? $0.element : 130 }
        let row = try Fixture.row(baseline: noisy, candidate: Self.other.map { $0 * 1.12 })
        #expect(row.verdict == .inconclusive)
        #expect(row.reason == .wideInterval)
        #expect(try #require(row.roundsNeeded) > 12)
    }

    @Test func `A change that is sure and too small is no regression`() throws {
        let slightly = zip(Self.calm, Self.other).map { $0 * 1.02 + ($1 - 100) * 0.01 }
        let row = try Fixture.row(baseline: Self.calm, candidate: slightly)
        #expect(row.verdict == .equivalent)
        #expect(try #require(row.change?.low) > 1)
    }

    @Test func `Where an arm has a zero, differences are told in the figure's unit`() throws {
        let zeros = [Double](repeating: 0, count: 12)
        let some = Self.calm.map { $0 / 10 }
        let row = try Fixture.row("loss.kill.exposure", baseline: zeros, candidate: some)
        let change = try #require(row.change)
        #expect(change.scale == .difference)
        #expect(abs(change.value - 10) < 0.1)
        #expect(row.verdict == .regressed)
        let back = try Fixture.row("loss.kill.exposure", baseline: some, candidate: zeros)
        #expect(back.verdict == .improved)
        // The fixture's unit is ms: below a tenth of one nothing changed.
        let hardly = try Fixture.row(
            "loss.kill.exposure", baseline: zeros, candidate: some.map { $0 / 1000 })
        #expect(hardly.verdict == .equivalent)
    }

    @Test func `Twice as much of next to nothing is nothing`() throws {
        let row = try Fixture.row(
            baseline: Self.calm.map { $0 / 1e5 }, candidate: Self.other.map { $0 / 5e4 })
        #expect(row.verdict == .equivalent)
    }

    @Test func `What has no better way is never better or worse`() throws {
        let row = try Fixture.row(
            baseline: Self.calm, candidate: Self.other.map { $0 * 2 }, better: .neutral)
        #expect(row.verdict == .inconclusive)
        #expect(row.reason == .noDirection)
        #expect(row.roundsNeeded == nil)
    }

    @Test func `Simulated figures have no noise: each difference is one`() throws {
        let same = try Fixture.row(baseline: [7], candidate: [7], mode: "simulated")
        #expect(same.verdict == .identical)
        let more = try Fixture.row(baseline: [7], candidate: [7.000_1], mode: "simulated")
        #expect(more.verdict == .regressed)
        #expect(more.change?.test == .exact)
        #expect(more.toleranceSource == .exact)
        let family = try GateFamily(of: [Gate("main.busy.total:1%")])
        let allowed = try Fixture.row(
            baseline: [7], candidate: [7.000_1], mode: "simulated", family: family)
        #expect(allowed.verdict == .equivalent)
    }

    @Test func `A draw that changed is told where the medians hide it`() throws {
        func row(_ candidate: [Double], allowed: Double? = nil) throws -> ComparisonRow {
            let family = try allowed.map { try GateFamily(of: [Gate("main.busy.total:\($0)%")]) }
            return try Fixture.row(
                baseline: [7, 8, 9], candidate: candidate, mode: "simulated",
                family: family ?? .standard)
        }
        let one = try row([7, 8, 90])
        #expect(one.verdict == .inconclusive && one.reason == .someDraws)
        #expect(try row([7, 8, 9]).verdict == .identical)
        #expect(try row([7, 8.1, 9]).verdict == .regressed)
        #expect(try row([7, 8, 9.01], allowed: 1).verdict == .equivalent)
        #expect(try row([7, 8, 9.2], allowed: 1).verdict == .inconclusive)
    }

    @Test func `A gate allows more than the floor, never less`() throws {
        let slower = Self.other.map { $0 * 1.06 }
        let row = { (gate: String) in
            try Fixture.row(
                baseline: Self.calm, candidate: slower, family: GateFamily(of: [Gate(gate)]))
        }
        #expect(try row("main.busy.total:10%").verdict == .equivalent)
        #expect(try row("main.busy.total:10%").toleranceSource == .gate)
        #expect(try row("main.busy.total:5%").verdict == .regressed)
        #expect(try row("main.busy.total:0").verdict == .regressed)
        #expect(try row("main.busy.total:1%").tolerance == 1.03)
        #expect(try row("main.busy.total:1%").toleranceSource == .assumedFloor)
    }

    @Test func `What exceeds a gate's bound is not equivalent, though noise may have made it`()
        throws
    {
        let row = { (factor: Double, gate: String) in
            try Fixture.row(
                baseline: Self.calm, candidate: Self.other.map { $0 * factor },
                family: GateFamily(of: [Gate(gate)]))
        }
        // Two runs of one build may differ by 3 %: no regression, but more than the gate allows.
        let between = try row(1.02, "main.busy.total:1%")
        #expect(between.verdict == .inconclusive)
        #expect(between.reason?.rawValue == "within-noise")
        #expect(between.roundsNeeded == nil)
        #expect(try row(1.0, "main.busy.total:1%").verdict == .equivalent)
        // A gate of 0 allows no more than noise: the noise is its bound.
        #expect(try row(1.02, "main.busy.total:0").verdict == .equivalent)
    }

    @Test func `A small figure is judged by its unit: twice as much may be less than matters`()
        throws
    {
        // 0.04 ms that become 0.06 ms: + 50 %, and 0.02 ms, for which no reader waits.
        let small = Self.calm.map { $0 * 0.0004 }
        let row = try Fixture.row(baseline: small, candidate: Self.other.map { $0 * 0.0006 })
        #expect(row.verdict == .equivalent)
        #expect(row.change?.scale == .difference)
        #expect(abs(try #require(row.change).value - 0.02) < 0.001)
        #expect(row.tolerance == 0.1)
        #expect(row.toleranceSource.rawValue == "smallest")
        // A named gate's allowance is the bound for equivalence.
        let gated = try Fixture.row(
            baseline: small, candidate: Self.other.map { $0 * 0.0006 },
            family: GateFamily(of: [Gate("main.busy.total:5%")]))
        #expect(gated.verdict == .inconclusive)
        #expect(gated.reason?.rawValue == "within-noise")
    }

    @Test func `Rounds of two kinds are not equivalent by the level of the smaller kind`() throws {
        // Seven rounds of 0.02 ms and five of 10 ms, all half as long again: the median is small,
        // and five rounds took 5 ms more.
        let kinds = (0..<12).map { $0.isMultiple(of: 2) || $0 == 1 ? 0.02 : 10 }
        let noise = Self.other.map { $0 / 100 }
        let row = try Fixture.row(
            baseline: kinds, candidate: zip(kinds, noise).map { $0 * 1.5 * $1 })
        #expect(row.verdict != .equivalent)
    }

    @Test func `Gates that are named take nothing from the standard family's correction`() throws {
        var runs = SyntheticRuns(seed: 5)
        runs.spikes = 0
        let (baseline, candidate) = runs.pair(
            rounds: 14, factors: ["main.busy.total": 1.06])
        let named = [
            "main.stall.max", "main.blocked.total", "operation.search.p95", "operation.edit.p50",
            "ui.freshness.p50", "store.bytes_written",
        ].map { "\($0):5%" }
        let alone = Comparison(baseline: baseline, candidate: candidate)
        let beside = Comparison(
            baseline: baseline, candidate: candidate,
            family: try GateFamily(of: named.map { try Gate($0) }))
        for row in alone.gates {
            let same = try #require(beside.gates.first { $0.name == row.name })
            #expect(same.verdict == row.verdict)
            #expect(same.probability == row.probability)
        }
        #expect(beside.gates.count > alone.gates.count)
    }

    @Test func `A round that is marked is left out of both arms, and counted`() throws {
        let figures = { (values: [Double]) in
            values.map { [Fixture.figure("main.busy", "total", $0)] }
        }
        var slow = Self.other
        slow[3] = 900
        slow[8] = 0.1
        let baseline = Fixture.result(
            repetitions: figures(Self.calm + [100, 100]), session: "s", arm: "a")
        let candidate = Fixture.result(
            repetitions: figures(slow + [100, 101]),
            marks: [
                .none, .none, .none, .disturbed, .none, .none, .none, .none, .interrupted,
            ], session: "s",
            arm: "b")
        let comparison = Comparison(
            baseline: ResultFigures(baseline), candidate: ResultFigures(candidate))
        #expect(comparison.excluded.map(\.repetition) == [4, 9])
        #expect(comparison.excluded.map(\.mark) == [.disturbed, .interrupted])
        #expect(comparison.excluded.allSatisfy { $0.arm == "candidate" })
        let row = try #require(comparison.rows.first)
        #expect(row.rounds == 12)
        #expect(row.verdict == .equivalent)
    }

    @Test func `Pairs are repetitions of one number in one session, not of one place`() throws {
        // Each round has its own speed; only pairs see that both arms are the same.
        let rounds = (1...12).map { 100 + Double($0) * 20 }
        let alike = rounds.map { $0 * 1.001 }
        let paired = try Fixture.row(baseline: rounds, candidate: alike)
        #expect(paired.verdict == .equivalent)
        let unpaired = try Fixture.row(baseline: rounds, candidate: alike, isPaired: false)
        #expect(unpaired.verdict == .inconclusive)
        #expect(!Interleaving.arePaired(nil, Interleaving(session: "s", arm: "a")))
        #expect(
            !Interleaving.arePaired(
                Interleaving(session: "s", arm: "a"), Interleaving(session: "t", arm: "b")))
        #expect(
            !Interleaving.arePaired(
                Interleaving(session: "s", arm: "a"), Interleaving(session: "s", arm: "a")))
    }

    @Test func `A figure that one arm lacks, or has in another unit, is incomparable`() {
        let figures = { (metric: String) in
            (0..<12).map { _ in [Fixture.figure(metric, "total", 5)] }
        }
        let comparison = Comparison(
            baseline: ResultFigures(Fixture.result(repetitions: figures("main.busy"))),
            candidate: ResultFigures(Fixture.result(repetitions: figures("process.cpu"))))
        #expect(comparison.rows.map(\.name) == ["main.busy.total", "process.cpu.total"])
        #expect(comparison.rows.map(\.reason) == [.missingInCandidate, .missingInBaseline])
        #expect(comparison.rows.allSatisfy { $0.verdict == .incomparable })
        #expect(comparison.verdict == .incomparable)
    }

    @Test func `A topology that one arm lacks, or that failed, is named`() {
        var baseline = Fixture.result(repetitions: [[Fixture.figure("main.busy", "total", 1)]])
        var candidate = baseline
        baseline.topologies.append(
            TopologyResult(topology: "single-main", variant: "single-main", promise: ""))
        candidate.topologies[0].failure = RunFailure(kind: .stuck, message: "nothing moved")
        let comparison = Comparison(
            baseline: ResultFigures(baseline), candidate: ResultFigures(candidate))
        #expect(comparison.rows.isEmpty)
        #expect(
            comparison.unmatched.map(\.reason) == [
                "it failed in the candidate: nothing moved", "it is not in the candidate",
            ])
        #expect(comparison.verdict == .incomparable)
    }

    @Test func `Gates are figures of the headline phase, of all roles where there are such`() {
        let figures = [
            Fixture.figure("main.busy", "total", 1, phase: "idle"),
            Fixture.figure("main.busy", "total", 2),
            Fixture.figure("main.busy", "total", 3, phase: "all"),
            Fixture.figure("import.duration", "total", 4, role: "importer"),
            Fixture.figure("import.duration", "total", 4, role: "sync"),
            Fixture.figure("process.cpu", "total", 5, phase: "all"),
            Fixture.figure("loss.kill", "exposure", 6),
            Fixture.figure("loss.kill", "exposure", 6, role: "ui"),
            Fixture.figure("operation.edit", "p50", 7, role: "ui"),
        ]
        let result = ResultFigures(Fixture.result(repetitions: [figures]))
        let comparison = Comparison(baseline: result, candidate: result)
        #expect(comparison.gates.compactMap(\.baseline) == [2, 4, 4, 5, 6])
        #expect(comparison.rows.filter(\.isHeadline).compactMap(\.baseline) == [2, 4, 4, 5, 6, 7])
        #expect(comparison.verdict == .identical)
    }

    @Test func `What is only described is never a gate, however much it changed`() throws {
        let comparison = Fixture.comparison(
            "main.blocked.total", baseline: Self.calm, candidate: Self.other.map { $0 * 9 })
        #expect(comparison.rows.first?.verdict == .regressed)
        #expect(comparison.gates.isEmpty)
        #expect(comparison.headline.worst == nil)
    }

    @Test func `The headline counts verdicts and names the largest change`() throws {
        var runs = SyntheticRuns(seed: 17)
        runs.spikes = 0
        let (baseline, candidate) = runs.pair(
            rounds: 24,
            factors: [
                "main.busy.total": 1.4, "process.cpu.total": 1.2, "main.delay.mean": 0.7,
            ])
        let comparison = Comparison(baseline: baseline, candidate: candidate)
        let headline = comparison.headline
        #expect(headline.verdict == .regressed)
        #expect(headline.worst?.name == "main.busy.total")
        #expect(headline.best?.name == "main.delay.mean")
        #expect(headline.counts.reduce(0) { $0 + $1.count } == comparison.gates.count)
        #expect(headline.fewestRounds == 24 && headline.mostRounds == 24)
        let identical = Comparison(baseline: baseline, candidate: baseline).headline
        #expect(identical.verdict == .identical)
        #expect(identical.counts.map(\.verdict) == [.identical])
    }

    @Test func `A comparison is written as JSON and comes back, without a bound that is endless`()
        throws
    {
        // Five rounds with a spike: a rank test of five has no interval.
        let comparison = Fixture.comparison(baseline: Self.calm, candidate: Self.other)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let data = try encoder.encode(comparison)
        let again = try JSONDecoder().decode(Comparison.self, from: data)
        #expect(again.rows == comparison.rows)
        #expect(try encoder.encode(again) == data)
    }
}
