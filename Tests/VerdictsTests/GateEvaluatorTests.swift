import Results
import Testing
import Verdicts

@Suite struct GateEvaluatorTests {
    /// Two interleaved results of twelve calm rounds, the candidate slower by factors.
    private static func results(
        factors: [String: Double] = [:], rounds: Int = 16, scatter: Double = 0.01
    ) -> (baseline: ResultFigures, candidate: ResultFigures) {
        var runs = SyntheticRuns(seed: 11)
        runs.spikes = 0
        runs.scatter = scatter
        var pair = runs.pair(rounds: rounds, factors: factors)
        for index in pair.candidate.topologies.indices {
            // The origin of a run's summary does not matter here, only its presence.
            pair.candidate.topologies[index].summary =
                pair.candidate.topologies[index].repetitions[0].figures
        }
        return pair
    }

    private static func outcome(
        _ gates: [String], factors: [String: Double] = [:], rounds: Int = 16,
        scatter: Double = 0.01, hasBaseline: Bool = true, requiresVerdict: Bool = false
    ) throws -> GateOutcome {
        let gates = try gates.map { try Gate($0) }
        let (baseline, candidate) = results(factors: factors, rounds: rounds, scatter: scatter)
        let comparison = Comparison(
            baseline: baseline, candidate: candidate, family: try GateFamily(of: gates))
        return GateEvaluator.outcome(
            of: gates, in: candidate, comparison: hasBaseline ? comparison : nil,
            requiresVerdict: requiresVerdict)
    }

    @Test func `A thing compared with itself ends well`() throws {
        let outcome = try Self.outcome(["main.busy.total:5%", "main.stall.max<1s"])
        #expect(outcome.code == .ok)
        #expect(outcome.gates.map(\.state) == [.held, .held])
        #expect(outcome.heldCount == 2)
    }

    @Test func `A change beyond a named gate is 4, one of the standard family 5`() throws {
        let slower = ["main.busy.total": 1.2]
        let named = try Self.outcome(["main.busy.total:5%"], factors: slower)
        #expect(named.code == .gateFailed)
        #expect(named.gates.map(\.state) == [.failed])
        #expect(named.gates[0].unit == "ratio")
        #expect(abs((named.gates[0].value ?? 0) - 1.2) < 0.02)
        #expect(try Self.outcome([], factors: slower).code == .regressed)
    }

    @Test(arguments: ["process.cpu:5%", "main.delay.p99:5%", "main.stall.max:5%"])
    func `A gate on one figure hides no regression of another`(gate: String) throws {
        let slower = ["main.busy.total": 1.2]
        let outcome = try Self.outcome([gate], factors: slower)
        #expect(outcome.code == .regressed)
        // And a gate that fails beside it is the graver.
        let both = try Self.outcome(
            ["process.cpu:5%"], factors: ["main.busy.total": 1.2, "process.cpu.total": 1.2])
        #expect(both.code == .gateFailed)
    }

    @Test func `A verdict is required of what was named, and no regression goes unseen for it`()
        throws
    {
        // The machine's noise leaves the tail undecided; the named sum has a verdict.
        let told = try Self.outcome(
            ["main.busy.total:20%"], scatter: 0.1, requiresVerdict: true)
        #expect(told.gates.map(\.state) == [.held])
        #expect(told.code == .ok)
    }

    @Test func `A change that a gate allows is none`() throws {
        let outcome = try Self.outcome(["main.busy.total:30%"], factors: ["main.busy.total": 1.2])
        #expect(outcome.code == .ok)
        #expect(outcome.gates.map(\.state) == [.held])
    }

    @Test func `An improvement never fails`() throws {
        let faster = ["main.busy.total": 0.5, "process.cpu.total": 0.6]
        #expect(try Self.outcome([], factors: faster).code == .ok)
        let named = try Self.outcome(["main.busy.total:0"], factors: faster, requiresVerdict: true)
        #expect(named.code == .ok)
    }

    @Test func `A bound that is not kept is 4, and 4 wins over 5`() throws {
        let bound = try Self.outcome(["main.busy.total<1ms"], factors: ["process.cpu.total": 1.5])
        #expect(bound.gates.map(\.state) == [.failed])
        #expect(bound.gates[0].unit == "ms")
        #expect(bound.code == .gateFailed)
    }

    @Test func `What has no figure or no baseline is 7`() throws {
        #expect(try Self.outcome(["loss.power.max<9"]).code == .incomparable)
        let change = try Self.outcome(["loss.power.max:5%"])
        #expect(change.gates.map(\.state) == [.missing])
        #expect(change.code == .incomparable)
        let alone = try Self.outcome(["main.busy.total:5%"], hasBaseline: false)
        #expect(alone.gates.map(\.detail) == ["there is no baseline"])
        #expect(alone.code == .incomparable)
        #expect(try Self.outcome(["main.stall.max<1s"], hasBaseline: false).code == .ok)
    }

    @Test func `Where the machine disturbed everything, nothing is said, and that is no success`()
        throws
    {
        var (baseline, candidate) = Self.results()
        for index in candidate.topologies[0].repetitions.indices {
            candidate.topologies[0].repetitions[index].mark = .disturbed
        }
        for (names, requiresVerdict, code) in [
            ([], false, ExitCode.inconclusive), ([], true, .inconclusive),
            (["main.busy.total:5%"], false, .inconclusive),
            (["main.busy.total:5%"], true, .inconclusive),
        ] {
            let gates = try names.map { try Gate($0) }
            let comparison = Comparison(
                baseline: baseline, candidate: candidate, family: try GateFamily(of: gates))
            #expect(comparison.verdict == .inconclusive)
            let outcome = GateEvaluator.outcome(
                of: gates, in: candidate, comparison: comparison,
                requiresVerdict: requiresVerdict)
            #expect(outcome.code == code)
            #expect(outcome.gates.allSatisfy { $0.state == .undecided })
        }
        baseline.topologies = []
        let missing = Comparison(
            baseline: baseline, candidate: candidate, family: try GateFamily(of: []))
        #expect(missing.verdict == .incomparable)
    }

    @Test func `Results of different things are 7, whatever the gates`() throws {
        var (baseline, candidate) = Self.results()
        baseline.build = "release"
        candidate.build = "debug"
        let gates = try [Gate("main.busy.total:5%"), Gate("main.stall.max<1s")]
        let comparison = Comparison(
            baseline: baseline, candidate: candidate, family: try GateFamily(of: gates))
        let outcome = GateEvaluator.outcome(of: gates, in: candidate, comparison: comparison)
        #expect(outcome.code == .incomparable)
        #expect(outcome.gates.map(\.state) == [.missing, .held])
        #expect(outcome.gates[0].detail.contains("build is release in the baseline"))
    }

    @Test func `A topology that failed is 7, or what its run ended with`() throws {
        var (baseline, candidate) = Self.results()
        candidate.topologies[0].failure = RunFailure(kind: .stuck, message: "nothing moved")
        let comparison = Comparison(baseline: baseline, candidate: candidate)
        let gates = try [Gate("main.stall.max<1s")]
        let outcome = GateEvaluator.outcome(of: gates, in: candidate, comparison: comparison)
        #expect(outcome.gates.map(\.detail) == ["the topology failed: nothing moved"])
        #expect(outcome.code == .incomparable)
        let run = GateEvaluator.outcome(
            of: gates, in: candidate, comparison: comparison, runCode: .integrity)
        #expect(run.code == .integrity)
        baseline.topologies = []
        let empty = Comparison(baseline: baseline, candidate: baseline)
        #expect(
            GateEvaluator.outcome(of: [], in: baseline, comparison: empty).code == .incomparable)
    }

    @Test func `What cannot be told is 8 where a verdict is required, and nothing else`() throws {
        let gates = ["main.busy.total:5%"]
        let few = try Self.outcome(gates, rounds: 4)
        #expect(few.gates.map(\.state) == [.undecided])
        #expect(few.gates[0].detail == "too few rounds for a verdict")
        #expect(few.code == .ok)
        #expect(try Self.outcome(gates, rounds: 4, requiresVerdict: true).code == .inconclusive)
        #expect(try Self.outcome([], rounds: 4, requiresVerdict: true).code == .inconclusive)
        #expect(try Self.outcome(gates, requiresVerdict: true).code == .ok)
    }
}
