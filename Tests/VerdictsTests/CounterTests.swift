import Foundation
import Results
import Testing
import Verdicts

/// Counters of work, which repeat exactly and are compared without a test.
@Suite struct CounterTests {
    private static func result(
        _ repetitions: [[String: Double]], others: [String: Double] = [:]
    ) -> ResultFigures {
        ResultFigures(
            Fixture.result(
                repetitions: repetitions.map { values in
                    // A figure of the standard family, so that there is a gate.
                    values.merging(others) { $1 }.merging(["main.busy.total": 5]) { $1 }.sorted {
                        $0.key < $1.key
                    }.map { name, value in
                        let parts = name.split(separator: ".")
                        let measure = Metric.find(name)
                        return Figure(
                            metric: parts.dropLast().joined(separator: "."),
                            statistic: String(parts.last!), value: value,
                            unit: measure?.unit.rawValue ?? "count",
                            better: measure?.better ?? .lower, phase: "import", role: "", count: 1)
                    }
                }))
    }

    private static func compare(
        _ baseline: [Double], _ candidate: [Double], of name: String = "work.statements.total",
        others: [String: Double] = [:], gates: [String] = []
    ) throws -> (comparison: Comparison, outcome: GateOutcome) {
        let (first, second) = (
            result(baseline.map { [name: $0] }, others: others),
            result(candidate.map { [name: $0] }, others: others)
        )
        let gates = try gates.map { try Gate($0) }
        let comparison = Comparison(
            baseline: first, candidate: second, family: try GateFamily(of: gates))
        let outcome = GateEvaluator.outcome(of: gates, in: second, comparison: comparison)
        return (comparison, outcome)
    }

    /// The row of the counter that a test is about.
    private static func row(of comparison: Comparison) -> ComparisonRow? {
        comparison.rows.first { $0.name != "main.busy.total" }
    }

    @Test func `A counter that repeats is compared exactly, by four repetitions`() throws {
        let (comparison, outcome) = try Self.compare(
            [400, 400, 400, 400], [440, 440, 440, 440],
            others: ["store.commits.total": 40, "operation.edit.count": 7])
        let row = try #require(comparison.regressedCounters.first)
        #expect(row.verdict == .regressed)
        #expect(row.isCounted && !row.isGate)
        #expect(row.change?.test == .exact)
        #expect(row.change?.value == 1.1)
        #expect(row.toleranceSource == .counted)
        #expect(comparison.verdict == .regressed)
        #expect(outcome.code == .regressed)
        #expect(
            comparison.multiple(of: row)
                .map { [$0.each, $0.count] } == [1, 40])
        #expect(comparison.multiple(of: row)?.event == "commit")
    }

    @Test func `The same counter in all repetitions of both is identical`() throws {
        let (comparison, outcome) = try Self.compare([400], [400])
        #expect(Self.row(of: comparison)?.verdict == .identical)
        #expect(outcome.code == .ok)
        #expect(comparison.changedCounters.isEmpty)
    }

    @Test func `Less work is no failure and no verdict on the times`() throws {
        let (comparison, outcome) = try Self.compare([440, 440, 440, 440], [400, 400, 400, 400])
        #expect(comparison.counters.first?.verdict == .improved)
        #expect(outcome.code != .regressed)
        #expect(comparison.regressedCounters.isEmpty)
    }

    @Test func `A change of a counter below one per cent does not matter, unless a gate says so`()
        throws
    {
        let (before, after) = ([1000.0, 1000, 1000, 1000], [1001.0, 1001, 1001, 1001])
        let (comparison, outcome) = try Self.compare(before, after)
        #expect(comparison.counters.first?.verdict == .equivalent)
        #expect(comparison.changedCounters.count == 1)
        #expect(outcome.code == .ok)

        let strict = try Self.compare(before, after, gates: ["work.statements:0%"])
        #expect(strict.outcome.gates.map(\.state) == [.failed])
        #expect(strict.outcome.code == .gateFailed)
        let lax = try Self.compare(
            before, after.map { $0 + 40 }, gates: ["work.statements:5%"])
        #expect(lax.outcome.gates.map(\.state) == [.held])
        #expect(lax.outcome.code == .ok)
    }

    @Test(arguments: [
        ([400.0, 400, 400, 401], [440.0, 440, 440, 440]), ([400, 400, 400], [440, 440, 440]),
        ([400], [440]),
    ])
    func `A counter that scatters, or in few repetitions, is not called exact`(
        baseline: [Double], candidate: [Double]
    ) throws {
        let (comparison, outcome) = try Self.compare(baseline, candidate)
        let row = try #require(Self.row(of: comparison))
        #expect(!row.isCounted && !row.isGate)
        #expect(row.verdict == .inconclusive)
        #expect(outcome.code == .ok)
    }

    @Test func `What the operations determine is exact in one repetition, if no save is refused`()
        throws
    {
        let name = "work.objects_merged.total"
        let one = try Self.compare([100], [200], of: name)
        #expect(one.outcome.code == .regressed)
        #expect(one.comparison.regressedCounters.map(\.metric) == ["work.objects_merged"])
        let contested = try Self.compare(
            [100], [200], of: name, others: ["operation.edit.refused": 0])
        #expect(contested.comparison.counters.isEmpty)
        #expect(contested.outcome.code == .ok)
    }

    @Test func `A counter counts in disturbed repetitions too, for work is not the machine's`()
        throws
    {
        func marked(_ value: Double) -> ResultFigures {
            var result = Self.result((0..<4).map { _ in ["work.statements.total": value] })
            for index in 0..<4 { result.topologies[0].repetitions[index].mark = .disturbed }
            return result
        }
        let comparison = Comparison(baseline: marked(400), candidate: marked(440))
        #expect(comparison.regressedCounters.map(\.metric) == ["work.statements"])
        #expect(comparison.rows.map(\.isCounted).contains(false) == false)
        #expect(comparison.isOfNothing)
        let outcome = GateEvaluator.outcome(of: [], in: marked(440), comparison: comparison)
        #expect(outcome.code == .regressed)
    }

    @Test func `A topology that the machine disturbed throughout leaves the verdict open`() throws {
        func result(isDisturbed: Bool) -> ResultFigures {
            var result = Fixture.result(
                repetitions: (0..<12).map {
                    [Fixture.figure("main.busy", "total", Double(5 + $0 % 2))]
                })
            var other = result.topologies[0]
            other.topology = "single-main"
            other.variant = "single-main"
            if isDisturbed {
                for index in other.repetitions.indices {
                    other.repetitions[index].mark = .disturbed
                }
            }
            result.topologies.append(other)
            return ResultFigures(result)
        }
        let calm = Comparison(
            baseline: result(isDisturbed: false), candidate: result(isDisturbed: false))
        #expect(calm.disturbedThroughout == [])
        #expect(calm.verdict == .identical)
        let candidate = result(isDisturbed: true)
        let comparison = Comparison(baseline: result(isDisturbed: false), candidate: candidate)
        #expect(comparison.disturbedThroughout == ["single-main"])
        #expect(!comparison.isOfNothing)
        #expect(comparison.verdict == .inconclusive)
        func code(requiresVerdict: Bool) -> ExitCode {
            GateEvaluator.outcome(
                of: [], in: candidate, comparison: comparison, requiresVerdict: requiresVerdict
            ).code
        }
        #expect(code(requiresVerdict: true) == .inconclusive)
        #expect(code(requiresVerdict: false) == .ok)
    }

    @Test func `Pairs of which the machine disturbed one round each are nothing to compare`() {
        func arm(_ name: String, disturbed: Int) -> ResultFigures {
            ResultFigures(
                Fixture.result(
                    repetitions: (0..<8).map { _ in [Fixture.figure("main.busy", "total", 5)] },
                    marks: (0..<8).map { $0 % 2 == disturbed ? .disturbed : .none },
                    session: "s", arm: name))
        }
        let candidate = arm("candidate", disturbed: 1)
        let comparison = Comparison(
            baseline: arm("baseline", disturbed: 0), candidate: candidate)
        #expect(comparison.isPaired && comparison.isOfNothing)
        #expect(comparison.disturbedThroughout == ["siblings"])
        let outcome = GateEvaluator.outcome(of: [], in: candidate, comparison: comparison)
        #expect(outcome.code == .inconclusive)
    }

    @Test func `A part of a counter on the main thread fails nothing by itself`() throws {
        let (comparison, outcome) = try Self.compare(
            [4, 4, 4, 4], [8, 8, 8, 8], of: "main.work.statements.total")
        #expect(Self.row(of: comparison)?.verdict == .regressed)
        #expect(comparison.counters.isEmpty)
        #expect(outcome.code == .ok)
    }

    @Test func `Something from nothing is more work`() throws {
        let (comparison, _) = try Self.compare(
            [0, 0, 0, 0], [20, 20, 20, 20], of: "store.syncs.total",
            others: ["store.commits.total": 20])
        let row = try #require(comparison.regressedCounters.first)
        #expect(row.change?.scale == .difference)
        #expect(row.change?.value == 20)
        #expect(comparison.multiple(of: row)?.each == 1)
    }

    // Two values of equal chance are the worst case: each of both arms' repetitions agrees by
    // chance, and the arms differ. Counted over 20,000 comparisons of a thing with itself.
    @Test func `A counter of two values at random is called worse in one of a hundred at most`()
        throws
    {
        var random = SplitMix(seed: 20_261_123)
        var worse = 0
        let count = 20_000
        for _ in 0..<count {
            func values() -> [Double] { (0..<4).map { _ in random.next() & 1 == 0 ? 400 : 440 } }
            let (baseline, candidate) = (values(), values())
            guard Set(baseline).count == 1, Set(candidate).count == 1 else { continue }
            if try Self.compare(baseline, candidate).outcome.code == .regressed { worse += 1 }
        }
        // 1/256 is expected for the worse direction.
        #expect(worse > 0)
        #expect(worse <= count / 100, "\(worse) of \(count)")
    }
}
