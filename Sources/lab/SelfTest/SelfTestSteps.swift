import Bench
import Foundation
import Reporting
import Results
import Runs
import Synchronization
import Verdicts

/// The steps of `lab selftest`: each plants a fault and examines the outcome.
struct SelfTestSteps: Sendable {
    let selection: Selection
    let floor: NoiseFloor
    let rounds: Int
    /// The device on which more work is simulated; `nil` to measure it.
    let simulation: SimulationSelection?
    let registry: ChildRegistry

    private typealias Pair = (baseline: WorkloadResult, candidate: WorkloadResult)

    /// Two runs of this build that alternate; and the first of them with itself.
    func compareWithItself(
        _ number: Int, progress: @escaping @Sendable (RunProgress) -> Void
    ) async throws -> [SelfTestCase] {
        let pair = try await measure(number, plant: nil, progress)
        let (comparison, code) = judge(pair)
        let calm: [Verdict] = [.identical, .equivalent, .inconclusive]
        let itself = judge((pair.baseline, pair.baseline))
        return [
            SelfTestCase(
                kind: .comparison, expected: "no change", found: comparison.verdict.rawValue,
                isFound: calm.contains(comparison.verdict), comparison: comparison, code: code
            ),
            SelfTestCase(
                kind: .identical, expected: "identical, 0",
                found: "\(itself.comparison.verdict.rawValue), \(itself.code.rawValue)",
                isFound: itself.comparison.verdict == .identical && itself.code == .ok,
                comparison: itself.comparison, code: itself.code),
        ]
    }

    /// A candidate in which one cause takes longer.
    func slowDown(
        _ plant: PlantedCost, _ number: Int,
        progress: @escaping @Sendable (RunProgress) -> Void
    ) async throws -> SelfTestCase {
        let pair = try await measure(
            1_000_000 + number, plant: .cost(cause: plant.cause, share: plant.share), progress)
        let (comparison, code) = judge(pair)
        let blames = comparison.gates.filter { $0.verdict == .regressed }
            .flatMap { comparison.blame(for: $0).causes }
        let blame = blames.first { $0 == plant.cause } ?? blames.first ?? ""
        var found = SelfTestCase(
            kind: .slowDown, expected: "regressed, 5, \(plant.cause)",
            found: "\(comparison.verdict.rawValue), \(code.rawValue), "
                + (blame.isEmpty ? "no cause" : blame),
            isFound: code == .regressed && blame == plant.cause, comparison: comparison,
            code: code, blame: blame)
        found.rounds = SelfTestRounds(
            ResultFigures(pair.baseline), ResultFigures(pair.candidate))
        return found
    }

    /// Candidates that do more work for the same outcome: simulated once, or measured in as many
    /// rounds as an exact comparison takes.
    func moreWork(
        progress: @escaping @Sendable (RunProgress) -> Void
    ) async throws -> [SelfTestCase] {
        var cases: [SelfTestCase] = []
        for (index, work) in Plant.MoreWork.allCases.enumerated() {
            let pair: Pair
            if let simulation {
                pair = try await simulate(simulation, planting: work, progress)
            } else {
                pair = try await measure(
                    3_000_000 + index, plant: .moreWork(work),
                    rounds: Verdicts.Comparison.exactRepetitions, progress)
            }
            let (comparison, code) = judge(pair)
            let wanted = Self.counter(of: work)
            // A statement a save is less than 1 % of the statements of an import, and more than
            // that of its requests.
            let grown = comparison.changedCounters
                .filter { $0.candidate ?? 0 > $0.baseline ?? 0 }.map(\.metric)
            let found = grown.contains(wanted.name) ? wanted.name : grown.first ?? "no counter"
            cases.append(
                SelfTestCase(
                    kind: .moreWork, expected: "regressed, 5, the counter of what was added",
                    found: "\(comparison.verdict.rawValue), \(code.rawValue), \(found)",
                    isFound: code == .regressed && found == wanted.name, comparison: comparison,
                    code: code))
        }
        return cases
    }

    /// The counter that more work adds to.
    private static func counter(of work: Plant.MoreWork) -> Metric {
        switch work {
        case .statement: Metric.work[.statements]!
        case .merge: Metric.work[.objectsMerged]!
        case .sync: Metric.storeSyncs
        }
    }

    /// Compares two equal arms while other threads occupy the cores during most of the rounds.
    ///
    /// The rounds would suffice for an equivalence; the undisturbed rest is too short for a
    /// verdict.
    func disturbed(
        progress: @escaping @Sendable (RunProgress) -> Void
    ) async throws -> SelfTestCase {
        let load = MachineLoad()
        defer { load.end() }
        let rounds = Verdicts.Comparison.minimumEquivalenceRounds
        let cells = 2 * selection.plan.topologies.count
        let started = Mutex(0)
        let pair = try await measure(2_000_000, plant: nil, rounds: rounds) { step in
            progress(step)
            let count = started.withLock { count in
                count += 1
                return count
            }
            // The warm-up, and three rounds in peace.
            load.set(isOn: count > 1 + 3 * cells)
        }
        load.end()
        let (comparison, code) = judge(pair, requiresVerdict: true)
        let marked = comparison.excluded.count
        return SelfTestCase(
            kind: .disturbed, expected: "inconclusive, 8",
            found: "\(comparison.verdict.rawValue), \(code.rawValue), \(marked) marked",
            isFound: comparison.verdict == .inconclusive && code == .inconclusive && marked > 0,
            comparison: comparison, code: code)
    }

    /// One run whose store loses an accepted row: the lab must report a different outcome.
    func lostWrite() async throws -> SelfTestCase {
        guard let entity = selection.workload.importer?.entity else {
            throw CommandFailure(
                .usage, "\(selection.workload.name) imports nothing that could be lost")
        }
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        var plan = selection.plan
        plan.repetitions = 1
        plan.plant = .lostRow(table: "Z" + entity.uppercased())
        plan.topologies = Array(plan.topologies.prefix(1))
        let measured = try await BenchRun(
            [plan], in: registry, scratch: scratch, keptStores: nil, progress: { _ in }
        ).run()
        var result = ResultHead.result(of: selection, storeFolder: scratch.path)
        result.topologies = measured[0]
        let code = ExitCode(of: result)
        return SelfTestCase(
            kind: .lostWrite, expected: "integrity, 6", found: "\(code.word), \(code.rawValue)",
            isFound: code == .integrity, comparison: nil, code: code)
    }

    // MARK: Parts

    private func measure(
        _ number: Int, plant: Plant?, rounds: Int? = nil,
        _ progress: @escaping @Sendable (RunProgress) -> Void
    ) async throws -> Pair {
        let arms = ArmsRun(selection: selection, registry: registry, progress: progress)
        let pair = try await arms.run(
            .init(), .init(plant: plant), rounds: rounds ?? self.rounds, number: number)
        try Self.check([pair.baseline, pair.candidate])
        return pair
    }

    /// - Throws: `CommandFailure` with the code of a topology that failed.
    private static func check(_ results: [WorkloadResult]) throws {
        for topology in results.flatMap(\.topologies) {
            guard let failure = topology.failure else { continue }
            throw CommandFailure(
                ExitCode(of: failure.kind), "\(topology.variant) failed: \(failure.message)")
        }
    }

    /// One draw of each arm.
    private func simulate(
        _ simulation: SimulationSelection, planting work: Plant.MoreWork,
        _ progress: @escaping @Sendable (RunProgress) -> Void
    ) async throws -> Pair {
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        let arms: [(plant: Plant.MoreWork?, begin: Double)] = [(nil, 0), (work, 0.5)]
        var results: [WorkloadResult] = []
        for arm in arms {
            results.append(
                try await simulation.simulate(
                    simulation.devices[0], planting: arm.plant, in: registry, scratch: scratch
                ) { progress(RunProgress(what: $0, share: arm.begin + $1 / 2)) })
        }
        try Self.check(results)
        return (results[0], results[1])
    }

    private func judge(_ pair: Pair, requiresVerdict: Bool = false) -> (
        comparison: Verdicts.Comparison, code: ExitCode
    ) {
        let (first, second) = (ResultFigures(pair.baseline), ResultFigures(pair.candidate))
        let comparison = Verdicts.Comparison(baseline: first, candidate: second, floor: floor)
        let outcome = GateEvaluator.outcome(
            of: [], in: second, comparison: comparison, requiresVerdict: requiresVerdict)
        return (comparison, outcome.code)
    }
}
