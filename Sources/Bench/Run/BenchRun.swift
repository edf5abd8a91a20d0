import Execution
import Figures
import Foundation
import Probes
import Results
import Runs
import Topologies

/// Measures: every repetition in a child process of its own, on a new store, one at a time.
///
/// Repetitions are interleaved, in an order that the seed has drawn (`RoundOrder`), so that no
/// topology gains from a machine that grows slower or busier during the command. Several plans, as
/// a sweep has one for each value and a comparison one for each arm, are measured as one, their
/// topologies all interleaved. A topology that failed is not run again: no timing of it will be
/// printed.
///
///     warm-up   B                  thrown away
///     round 1   A C B D
///     round 2   C B D A
///     …
///     spare     C                  replaces a round in which the machine disturbed C
package struct BenchRun: Sendable {
    typealias Cell = RoundOrder.Cell

    let plans: [BenchPlan]
    let order: RoundOrder
    private let rule: RepetitionRule
    private let registry: ChildRegistry
    private let scratch: ScratchFolder
    private let keptStores: KeptStores?
    let progress: @Sendable (RunProgress) -> Void

    /// Makes a run of plans.
    ///
    /// - Parameters:
    ///   - isPaired: whether the plans are arms of one comparison.
    ///   - rule: the repetitions in addition; by default those of the longest plan.
    ///   - scratch: the folder for stores in use.
    ///   - keptStores: takes each topology's store of its last repetition, or of the one that
    ///     failed.
    ///   - progress: called before each repetition, and after the last.
    package init(
        _ plans: [BenchPlan], isPaired: Bool = false, rule: RepetitionRule? = nil,
        in registry: ChildRegistry, scratch: ScratchFolder, keptStores: KeptStores?,
        progress: @escaping @Sendable (RunProgress) -> Void
    ) {
        self.plans = plans
        order = RoundOrder(
            topologies: plans.map(\.topologies.count), isPaired: isPaired,
            seed: plans.first?.setup.workload.seed ?? 0)
        self.rule = rule ?? RepetitionRule(rounds: plans.map(\.repetitions).max() ?? 0)
        self.registry = registry
        self.scratch = scratch
        self.keptStores = keptStores
        self.progress = progress
    }

    private var rounds: Int { plans.map(\.repetitions).max() ?? 0 }

    /// Runs all repetitions.
    ///
    /// An interruption (the registry is closed) ends it early with the results so far.
    ///
    /// - Returns: for each plan one result a topology, in the plan's order, without summaries of a
    ///   topology that failed.
    /// - Throws: `RunsError` if a child cannot be started or its files cannot be written.
    package func run() async throws -> [[TopologyResult]] {
        var results = emptyResults
        guard try await warmUp() else { return summarized(results) }
        for round in 0..<rounds {
            let cells = order.cells(inRound: round).filter {
                round < plans[$0.plan].repetitions
            }
            guard try await run(cells, round: round, &results, report) else {
                return summarized(results)
            }
        }
        for spare in 0..<rule.spareRounds {
            let round = rounds + spare
            let cells = order.cells(inRound: round).filter { needsRound($0, in: results) }
            guard !cells.isEmpty else { break }
            guard try await run(cells, round: round, &results, report) else {
                return summarized(results)
            }
        }
        progress(RunProgress(what: "measured", share: 1))
        return summarized(results)
    }

    /// The topologies without repetitions.
    var emptyResults: [[TopologyResult]] {
        plans.map(\.emptyResults)
    }

    /// Runs the warm-up, whose figures are dropped.
    ///
    /// Its failures are ignored: the same failure will recur in a round, which reports it.
    ///
    /// - Returns: `false` if the command was interrupted.
    func warmUp() async throws -> Bool {
        for number in 0..<rule.warmUps {
            guard let cell = order.cells(inRound: number).first else { return true }
            let plan = plans[cell.plan]
            progress(RunProgress(what: "warm-up", share: 0))
            let warm = try await repetition(
                0, of: plan.topologies[cell.topology], in: plan, keepsStore: false)
            if case .failure(.interrupted) = warm { return false }
        }
        return true
    }

    /// Runs one repetition of each cell.
    ///
    /// - Parameters:
    ///   - keepsStores: whether this may be the last round; by default, if it has the last number.
    ///   - report: reports the progress before each.
    /// - Returns: `false` if the command was interrupted.
    func run(
        _ cells: [Cell], round: Int, _ results: inout [[TopologyResult]],
        keepsStores: Bool? = nil, _ report: (_ round: Int, _ step: Int, Cell) -> Void
    ) async throws -> Bool {
        for (step, cell) in cells.enumerated() {
            let plan = plans[cell.plan]
            guard !registry.isClosed else { return false }
            report(round, step, cell)
            guard results[cell.plan][cell.topology].failure == nil else { continue }
            let measured = try await repetition(
                round + 1, of: plan.topologies[cell.topology], in: plan,
                keepsStore: keepsStores ?? (round + 1 == plan.repetitions))
            switch measured {
            case .success(let result):
                results[cell.plan][cell.topology].repetitions.append(result)
            case .failure(.interrupted): return false
            case .failure(.failed(let failure)):
                results[cell.plan][cell.topology].failure = failure
            }
        }
        return true
    }

    /// Whether a cell, or a cell that it is compared with, has too few rounds without a mark.
    ///
    /// A round in which one arm was disturbed is lost for both.
    private func needsRound(_ cell: Cell, in results: [[TopologyResult]]) -> Bool {
        let partners = order.partners(of: cell)
        guard
            partners.allSatisfy({ results[$0.plan][$0.topology].failure == nil })
        else { return false }
        var clean: Set<Int>?
        for partner in partners {
            let numbers = results[partner.plan][partner.topology].repetitions
                .filter { $0.mark == .none }.map(\.record.repetition)
            clean = clean.map { $0.intersection(numbers) } ?? Set(numbers)
        }
        return (clean?.count ?? 0) < plans[cell.plan].repetitions
    }

    private enum NoResult: Error {
        case interrupted
        case failed(RunFailure)
    }

    private func repetition(
        _ number: Int, of topology: SelectedTopology, in plan: BenchPlan, keepsStore: Bool
    ) async throws -> Result<RepetitionResult, NoResult> {
        let folder = try ScratchFolder(in: scratch)
        defer { folder.remove() }
        let request = plan.request(topology, repetition: number, mode: .measure, in: folder)
        let ended: ChildProcess.RepetitionResult
        do {
            ended = try await ChildProcess.runRepetition(
                request, subcommand: BenchPlan.childSubcommand, executable: plan.executable,
                timeLimit: plan.timeLimit, in: registry)
        } catch let error as RunsError where error.code == .interrupted {
            return .failure(.interrupted)
        }
        if case .killed = ended.outcome { return .failure(.interrupted) }
        if let failure = ended.outcome.failure {
            keptStores?.keep(topology, from: folder)
            return .failure(.failed(failure))
        }
        guard case .finished(let record) = ended.outcome else {
            // The child's report is a file, which another build may have written.
            return .failure(
                .failed(
                    RunFailure(kind: .trapped, message: "its report is of another kind of child")))
        }
        if let failure = RunFailure(of: record, operationsDigest: plan.setup.plan.digest) {
            // A user looks for the wrong data in the store, so it is kept.
            keptStores?.keep(topology, from: folder)
            return .failure(.failed(failure))
        }
        if keepsStore { keptStores?.keep(topology, from: folder) }
        let figures = FigureBuilder.figures(of: record)
        return .success(
            RepetitionResult(
                record: record, figures: figures,
                mark: RunVerdict.mark(of: figures, noise: record.noise)))
    }

    private func report(_ round: Int, _ step: Int, _ cell: Cell) {
        let plan = plans[cell.plan]
        let whole = Double(rounds * order.count)
        let done = min(1, Double(round * order.count + step) / whole)
        let repetition =
            round < rounds
            ? "repetition \(round + 1) of \(plan.repetitions)"
            : "in place of a disturbed repetition"
        let arm = plan.arm.map { "\($0), " } ?? ""
        progress(
            RunProgress(
                what: "\(arm)\(plan.topologies[cell.topology].variant), \(repetition)",
                share: done))
    }

    /// Adds the summaries of the topologies that never failed.
    ///
    /// A topology that failed once gets none: half a result looks like a whole one.
    func summarized(_ results: [[TopologyResult]]) -> [[TopologyResult]] {
        results.map { results in
            results.map { result in
                var result = result
                if result.failure == nil {
                    result.summary = FigureSummary.figures(
                        over: result.countedRepetitions.map(\.figures))
                }
                return result
            }
        }
    }
}
