import Execution
import Foundation
import Probes
import Results
import Runs
import Topologies

/// Measures: every repetition in a child process of its own, one at a time.
///
/// Repetitions are interleaved, and each round begins with another topology, so that a machine that
/// grows slower or busier during the command is nobody's advantage:
///
///     round 1   A B C D
///     round 2   B C D A
///     round 3   C D A B
///
/// Several plans, as a sweep has one for each value, are measured as one, their topologies all
/// interleaved. A topology that failed is not run again: no timing of it will be printed.
package struct BenchRun: Sendable {
    /// One topology of one plan.
    private struct Cell {
        var plan: Int
        var topology: Int
    }

    private let plans: [BenchPlan]
    private let cells: [Cell]
    private let registry: ChildRegistry
    private let scratch: ScratchFolder
    private let keptStores: KeptStores?
    private let progress: @Sendable (RunProgress) -> Void

    /// - Parameters:
    ///   - scratch: where stores lie while they are used.
    ///   - keptStores: takes each topology's store of its last repetition.
    ///   - progress: told before each repetition, and after the last.
    package init(
        _ plans: [BenchPlan], in registry: ChildRegistry, scratch: ScratchFolder,
        keptStores: KeptStores?, progress: @escaping @Sendable (RunProgress) -> Void
    ) {
        self.plans = plans
        cells = plans.indices.flatMap { plan in
            plans[plan].topologies.indices.map { Cell(plan: plan, topology: $0) }
        }
        self.registry = registry
        self.scratch = scratch
        self.keptStores = keptStores
        self.progress = progress
    }

    /// Runs all repetitions.
    ///
    /// An interruption (the registry is closed) ends it early with what there is.
    ///
    /// - Returns: for each plan one result a topology, in the plan's order, without summaries of a
    ///   topology that failed.
    /// - Throws: `RunsError` where a child cannot be started or its files not be written.
    package func run() async throws -> [[TopologyResult]] {
        var results = plans.map { plan in
            plan.topologies.map { selected in
                var result = TopologyResult(
                    topology: selected.topology.name, variant: selected.variant,
                    promise: selected.topology.promise)
                result.point = selected.point
                return result
            }
        }
        for round in 0..<(plans.map(\.repetitions).max() ?? 0) {
            for step in cells.indices {
                let cell = cells[(round + step) % cells.count]
                let plan = plans[cell.plan]
                guard !registry.isClosed else { return summarized(results) }
                report(round: round, step: step, cell)
                guard round < plan.repetitions,
                    results[cell.plan][cell.topology].failure == nil
                else { continue }
                switch try await repetition(round + 1, of: plan.topologies[cell.topology], in: plan)
                {
                case .success(let result):
                    results[cell.plan][cell.topology].repetitions.append(result)
                case .failure(.interrupted): return summarized(results)
                case .failure(.failed(let failure)):
                    results[cell.plan][cell.topology].failure = failure
                }
            }
        }
        progress(RunProgress(what: "measured", share: 1))
        return summarized(results)
    }

    private enum NoResult: Error {
        case interrupted
        case failed(RunFailure)
    }

    private func repetition(
        _ number: Int, of topology: SelectedTopology, in plan: BenchPlan
    ) async throws -> Result<RepetitionResult, NoResult> {
        let folder = try ScratchFolder(in: scratch)
        defer { folder.remove() }
        let request = plan.request(topology, repetition: number, mode: .measure, in: folder)
        let ended: ChildProcess.RepetitionResult
        do {
            ended = try await ChildProcess.runRepetition(
                request, subcommand: BenchPlan.childSubcommand, timeLimit: plan.timeLimit,
                in: registry)
        } catch let error as RunsError where error.code == .interrupted {
            return .failure(.interrupted)
        }
        if case .killed = ended.outcome { return .failure(.interrupted) }
        if let failure = ended.outcome.failure {
            return .failure(.failed(RunVerdict.withExitCode(failure, ended.process)))
        }
        guard case .finished(let record) = ended.outcome else {
            preconditionFailure("a child neither finished nor failed: \(ended.outcome)")
        }
        if let failure = RunVerdict.failure(of: record, operationsDigest: plan.setup.plan.digest) {
            return .failure(.failed(failure))
        }
        if number == plan.repetitions { try keptStores?.keep(topology, from: folder) }
        let figures = FigureBuilder.figures(of: record)
        return .success(
            RepetitionResult(
                record: record, figures: figures, mark: RunVerdict.mark(of: figures)))
    }

    private func report(round: Int, step: Int, _ cell: Cell) {
        let plan = plans[cell.plan]
        let rounds = plans.map(\.repetitions).max() ?? 1
        let done = Double(round * cells.count + step) / Double(rounds * cells.count)
        let repetition = "repetition \(round + 1) of \(plan.repetitions)"
        progress(
            RunProgress(
                what: "\(plan.topologies[cell.topology].variant), \(repetition)", share: done))
    }

    /// No figures stand for a topology that failed once: half a result looks like a whole one.
    private func summarized(_ results: [[TopologyResult]]) -> [[TopologyResult]] {
        results.map { results in
            results.map { result in
                var result = result
                if result.failure == nil {
                    result.summary = FigureSummary.figures(over: result.repetitions.map(\.figures))
                }
                return result
            }
        }
    }
}
