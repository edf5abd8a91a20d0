import Bench
import CrashLab
import Execution
import Foundation
import Reporting
import Results
import Runs
import Synchronization
import Topologies
import Verdicts

/// One `lab run` from its request to its outcome.
///
///     select ─▶ prepare the output ─▶ measure ─▶ kill ─▶ judge ─▶ write ─▶ print
///     2, 3      9                     1, 6, 9            limits   9
///
/// Nothing is written before the whole request has been checked. Ctrl-C ends the children; figures
/// measured until then are written, and marked as interrupted.
package struct RunSession: Sendable {
    let request: RunRequest
    private let registry = ChildRegistry()

    package init(_ request: RunRequest) {
        self.request = request
    }

    /// Runs the session to its end, and prints its outcome.
    package func run() async -> RunOutcome {
        await Session.interruptible(in: registry, run)
    }

    private func run(_ interruption: Interruption) async throws -> RunOutcome {
        let selection = try Selection(
            request.work,
            repetitions: request.telling == nil ? request.repetitions : Look.rounds(before: 1),
            limits: request.limits, sweep: request.sweep, planted: request.planted)
        try request.telling?.check(selection)
        let usual = "Reports/\(selection.workload.name)" + (selection.sweep == nil ? "" : "-sweep")
        let gating = try Gating(
            request.gating, workloadGates: selection.gates, baseline: request.baseline)
        let report = ReportFolder(path: request.output ?? usual)
        // Before the run: a second lab on the same folder must fail now, and not after its minutes.
        let lock = try report.claim()
        defer { lock.release() }
        let keptStores = try request.keptStores.map { try Self.keptStores($0) }
        let scratch = try ScratchFolder()
        defer { scratch.remove() }

        var result = ResultHead.result(of: selection, storeFolder: scratch.path)
        try gating.checkBaseline(result)
        let progress = ProgressLine(
            selection.length(within: request.telling), isQuiet: request.isQuiet)
        defer { progress.end() }
        var results = try await measure(selection, scratch, keptStores, &result, progress)
        for (index, plan) in selection.plans.enumerated() {
            try await kill(plan, of: selection, scratch, &results[index], progress)
        }
        result.topologies = selection.joined(results)
        result.warnings += ResultHead.warnings(about: result)
        if let obstacle = selection.workload.crashObstacle, selection.workload.kills > 0 {
            result.warnings.append(
                RunWarning(
                    code: "no-kills", message: "no child was killed: \(obstacle)",
                    advice: "the loss figures are those of the ledger alone"))
        }
        if interruption.isInterrupted {
            // An interrupted run keeps no limit: the part that would have broken it may not have
            // run.
            Self.markInterrupted(&result)
        } else {
            LimitEvaluator.judge(selection.limits + gating.bounds, of: &result)
        }
        progress.update("writing the report", share: 1)

        var ending = write(result, selection, to: report, interruption)
        progress.end()
        // After writing: the figures are safe before anything is printed.
        ending.say(result.topologies.map { ($0.variant, $0.failure) })
        Console.keep(RunDocument(of: result), as: "run")
        Console.show(SummaryText.text(of: result, width: Console.width))
        for error in keptStores?.errors ?? [] { ending.fail(error) }
        let comparison = ending.judge(ResultFigures(result), by: gating, to: report)
        return ending.finish(result: result, comparison: comparison)
    }

    // MARK: The two ways to find out

    /// - Parameter result: gets the record of a run until topologies are told apart.
    private func measure(
        _ selection: Selection, _ scratch: ScratchFolder, _ keptStores: KeptStores?,
        _ result: inout WorkloadResult, _ progress: ProgressLine
    ) async throws -> [[TopologyResult]] {
        let whole = selection.measuringShare(within: request.telling)
        let run = BenchRun(
            selection.plans, in: registry, scratch: scratch, keptStores: keptStores
        ) { step in
            progress.update(step.what, share: step.share * whole)
        }
        guard let limit = request.telling else { return try await run.run() }
        var telling = Telling(within: limit.seconds, headlinePhase: result.headlinePhase)
        let topologies = try await run.run(&telling)
        result.telling = telling.record
        return [topologies]
    }

    /// A topology that failed, or that an interruption left without a run, is not killed.
    private func kill(
        _ plan: BenchPlan, of selection: Selection, _ scratch: ScratchFolder,
        _ results: inout [TopologyResult], _ progress: ProgressLine
    ) async throws {
        let kills = plan.setup.workload.judgedKills
        guard kills > 0, !registry.isClosed else { return }
        let targets = zip(plan.topologies, results).map { selected, result in
            result.failure == nil
                ? result.repetitions.first.map {
                    KillTarget(
                        variant: selected.variant, topology: selected.topology,
                        measured: $0.record)
                } : nil
        }
        let before = selection.measuringShare(within: request.telling)
        let run = KillRun(
            setup: plan.setup, in: registry, scratch: scratch,
            subcommand: BenchPlan.childSubcommand, timeLimit: plan.timeLimit,
            request: { place, mode, folder in
                plan.request(plan.topologies[place], repetition: 1, mode: mode, in: folder)
            },
            progress: { variant, share in
                progress.update("\(variant), kills", share: before + (1 - before) * share)
            })
        let findings = try await run.run(kills, of: targets, seed: selection.workload.seed)
        for (index, finding) in findings.enumerated() {
            results[index].crashes = finding.crashes
            if let failure = finding.failure { results[index].failure = failure }
        }
    }

    // MARK: Writing and printing

    private func write(
        _ result: WorkloadResult, _ selection: Selection, to report: ReportFolder,
        _ interruption: Interruption
    ) -> SessionEnding {
        var ending = SessionEnding([ExitCode(of: result)])
        ending.write(report.page, warnings: result.warnings, charts: request.charts) {
            try report.write(
                result, operations: selection.operationStreams.map { Array($0.utf8) },
                drawsCharts: request.charts.areDrawn,
                isCancelled: { interruption.isInterrupted })
        }
        if interruption.isInterrupted { ending.add(.interrupted) }
        if result.telling?.end == .timeUp, request.gating.requiresVerdict {
            ending.add(.inconclusive)
        }
        return ending
    }

    /// Marks a result as interrupted and incomplete.
    ///
    /// What the machine disturbed stays so, for it is left out of every order.
    static func markInterrupted(_ result: inout WorkloadResult) {
        result.isInterrupted = true
        for topology in result.topologies.indices {
            for repetition in result.topologies[topology].repetitions.indices
            where result.topologies[topology].repetitions[repetition].mark == .none {
                result.topologies[topology].repetitions[repetition].mark = .interrupted
            }
        }
    }

    /// Makes the folder for kept stores as a report's folder is made, and proves it writable.
    private static func keptStores(_ folder: String) throws -> KeptStores {
        try ReportFolder(path: folder, option: "--keep-stores").prepare()
        return KeptStores(folder: folder)
    }
}
