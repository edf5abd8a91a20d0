import Results
import Testing
import Verdicts

/// Verdicts of comparisons on a thing and itself, and on a thing that became slower, in known
/// noise.
///
/// On a real machine the noise is another; the rules are these.
@Suite struct NoiseSimulationTests {
    private struct Tally {
        var comparisons = 0
        /// Comparisons that call any figure, gate or not, better or worse.
        var anyChange = 0
        /// Comparisons that call a gate worse.
        var regressed = 0

        mutating func add(_ comparison: Comparison) {
            comparisons += 1
            let changed: [Verdict] = [.improved, .regressed, .incomparable]
            if comparison.rows.contains(where: { changed.contains($0.verdict) }) { anyChange += 1 }
            if comparison.gates.contains(where: { $0.verdict == .regressed }) { regressed += 1 }
        }
    }

    /// As if the machine had no floor: nothing but the tests stands between noise and a verdict.
    private static func noFloor(of result: ResultFigures) -> NoiseFloor {
        let names = Metric.names.map { ($0, NoiseFloor.Shares(paired: 0, unpaired: 0)) }
        return NoiseFloor(
            machine: .init(of: result), comparisons: 1,
            shares: Dictionary(uniqueKeysWithValues: names))
    }

    @Test func `Of 400 pairs of one thing, next to none is called better or worse`() {
        let seed: UInt64 = 400
        var runs = SyntheticRuns(seed: seed)
        var tally = Tally()
        for round in 0..<400 {
            let (baseline, candidate) = runs.pair(rounds: [12, 16, 20][round % 3])
            tally.add(Comparison(baseline: baseline, candidate: candidate))
        }
        #expect(tally.anyChange <= 20, "\(tally), seed \(seed)")
        #expect(tally.regressed <= 4, "\(tally), seed \(seed)")
    }

    @Test func `Without any floor the tests alone keep to one wrong alarm in a hundred`() {
        let seed: UInt64 = 401
        var runs = SyntheticRuns(seed: seed)
        var tally = Tally()
        for round in 0..<600 {
            let (baseline, candidate) = runs.pair(rounds: [12, 16, 20][round % 3])
            let floor = Self.noFloor(of: baseline)
            tally.add(Comparison(baseline: baseline, candidate: candidate, floor: floor))
        }
        // One in a hundred, and three standard errors of it in six hundred.
        #expect(tally.regressed <= 13, "\(tally), seed \(seed)")
        #expect(tally.anyChange <= 30, "\(tally), seed \(seed)")
    }

    @Test func `Runs of two nights are called one thing by the machine's measured floor`() throws {
        let seed: UInt64 = 402
        var runs = SyntheticRuns(seed: seed)
        runs.bias = 0.02
        let calibration = (0..<20).map { _ in runs.pair(rounds: 12, isInterleaved: false) }
        let floor = try #require(NoiseFloor(of: calibration))
        var tally = Tally()
        for _ in 0..<400 {
            let (baseline, candidate) = runs.pair(rounds: 12, isInterleaved: false)
            tally.add(Comparison(baseline: baseline, candidate: candidate, floor: floor))
        }
        #expect(tally.anyChange <= 20, "\(tally), seed \(seed)")
        #expect(tally.regressed <= 4, "\(tally), seed \(seed)")
    }

    @Test func `A metric that became slower by a tenth is called regressed in 38 of 40`() throws {
        let seed: UInt64 = 40
        for (scatter, rounds) in [(0.03, 20), (0.04, 20), (0.06, 40)] {
            var runs = SyntheticRuns(seed: seed)
            runs.scatter = scatter
            var seen = 0
            var others = 0
            for _ in 0..<40 {
                let (baseline, candidate) = runs.pair(
                    rounds: rounds, factors: ["main.busy.total": 1.1])
                let comparison = Comparison(baseline: baseline, candidate: candidate)
                let row = try #require(comparison.gates.first { $0.name == "main.busy.total" })
                if row.verdict == .regressed, comparison.verdict == .regressed { seen += 1 }
                others += comparison.gates.count {
                    $0.name != "main.busy.total" && $0.verdict == .regressed
                }
            }
            #expect(seen >= 38, "\(seen) of 40, \(rounds) rounds, seed \(seed)")
            #expect(others <= 1, "seed \(seed)")
        }
    }

    @Test func `The rounds that a verdict is said to need are what it takes`() throws {
        let seed: UInt64 = 80
        var runs = SyntheticRuns(seed: seed)
        runs.spikes = 0
        runs.scatter = 0.08
        var told = 0
        var total = 0
        for _ in 0..<40 {
            let factors = ["main.busy.total": 1.1]
            let (baseline, candidate) = runs.pair(rounds: 12, factors: factors)
            let row = try #require(
                Comparison(baseline: baseline, candidate: candidate).gates.first)
            #expect(row.name == "main.busy.total")
            guard row.verdict == .inconclusive else { continue }
            // A round of 12 that misjudges the change misjudges the rounds; the plan is bounded.
            let needed = min(try #require(row.roundsNeeded), 100)
            let (again, other) = runs.pair(rounds: needed, factors: factors)
            let verdict = Comparison(baseline: again, candidate: other).gates.first?.verdict
            total += 1
            if verdict == .regressed { told += 1 }
        }
        #expect(total >= 20, "seed \(seed)")
        #expect(told * 10 >= total * 6, "\(told) of \(total), seed \(seed)")
    }
}
