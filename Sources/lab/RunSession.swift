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

/// One `lab run` from its options to its exit code.
///
///     select ─▶ prepare the output ─▶ measure ─▶ kill ─▶ judge ─▶ write ─▶ say
///     2, 3      9                     1, 6, 9            limits   9
///
/// Nothing is written before everything that was asked for is known to be good. Ctrl-C ends the
/// children; what was measured until then is written all the same, and marked.
struct RunSession: Sendable {
    let options: RunCommand
    private let registry = ChildRegistry()

    init(options: RunCommand) {
        self.options = options
    }

    func run() async -> ExitCode {
        await CommandFailure.reported(in: registry, run)
    }

    private func run(_ interruption: Interruption) async throws -> ExitCode {
        let selection = try Selection(
            options.common, repetitions: options.repetitions, limits: options.limit,
            sweep: options.sweep)
        let usual = "Reports/\(selection.workload.name)" + (selection.sweep == nil ? "" : "-sweep")
        let output = options.output ?? usual
        let gating = try Gating(
            options.gates, workloadGates: selection.gates, baseline: options.baseline)
        let report = ReportFolder(path: output)
        let lock = try report.claim()
        defer { lock.release() }
        let keptStores = try options.keepStores.map { try Self.keptStores($0) }
        let scratch = try ScratchFolder()
        defer { scratch.remove() }

        var result = ResultHead.result(of: selection, storeFolder: scratch.path)
        try Self.checkBaseline(gating, result)
        let progress = ProgressLine(
            expectedSeconds: selection.expectedSeconds, isQuiet: options.common.quiet)
        defer { progress.end() }
        var results = try await measure(selection, scratch, keptStores, progress)
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
        if interruption.isInterrupted { Self.markInterrupted(&result) }
        LimitEvaluator.judge(selection.limits + gating.bounds, of: &result)
        progress.update("writing the report", share: 1)

        let (code, page) = write(result, selection, to: report, interruption)
        progress.end()
        Self.say(result)
        var codes = [code]
        for error in keptStores?.errors ?? [] {
            let failure = CommandFailure(error)
            Console.note("lab: error: \(failure.message)")
            codes.append(failure.code)
        }
        let judged = judge(
            ResultFigures(result), by: gating, runCode: ExitCode.winner(of: codes), to: report)
        Console.write(MachineLine.text(judged, report: page))
        return judged
    }

    /// What cannot be compared with the baseline is known before it has run: nobody waits for it.
    private static func checkBaseline(_ gating: Gating, _ head: WorkloadResult) throws {
        guard let incomparability = gating.incomparability(to: head) else { return }
        throw CommandFailure(
            .incomparable,
            "--baseline \(gating.baseline?.name ?? ""): nothing was run, for it would be "
                + "incomparable: \(incomparability)")
    }

    // MARK: The two ways to find out

    private func measure(
        _ selection: Selection, _ scratch: ScratchFolder, _ keptStores: KeptStores?,
        _ progress: ProgressLine
    ) async throws -> [[TopologyResult]] {
        let whole = selection.measuringSeconds / selection.expectedSeconds
        return try await BenchRun(
            selection.plans, in: registry, scratch: scratch, keptStores: keptStores
        ) { step in
            progress.update(step.what, share: step.share * whole)
        }.run()
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
        let before = selection.measuringSeconds / selection.expectedSeconds
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

    // MARK: What is written and said

    /// Writes the report. Where that fails the figures are said all the same: they took a minute.
    ///
    /// - Returns: the command's code, and the page's path where it was written.
    private func write(
        _ result: WorkloadResult, _ selection: Selection, to report: ReportFolder,
        _ interruption: Interruption
    ) -> (code: ExitCode, page: String?) {
        var codes = [ExitCode(of: result)]
        do {
            let warnings = try report.write(
                result, operations: selection.operationStreams.map { Array($0.utf8) },
                drawsCharts: !options.common.noCharts,
                isCancelled: { interruption.isInterrupted })
            for warning in result.warnings + warnings {
                Console.note("lab: warning: \(warning.message); \(warning.advice)")
            }
            let isUndrawn = warnings.contains { $0.code.hasPrefix("gnuplot-") }
            if options.common.requireCharts, isUndrawn { codes.append(.notWritten) }
            if interruption.isInterrupted { codes.append(.interrupted) }
            return (ExitCode.winner(of: codes), report.page)
        } catch {
            let failure = CommandFailure(error)
            Console.note("lab: error: \(failure.message)")
            return (ExitCode.winner(of: codes + [failure.code]), nil)
        }
    }

    /// Judges gates and the change from the baseline, says it, and writes comparison.md.
    private func judge(
        _ figures: ResultFigures, by gating: Gating, runCode: ExitCode, to folder: ReportFolder
    ) -> ExitCode {
        let (outcome, report) = gating.judge(figures, runCode: runCode)
        guard let report else {
            for line in GateText.lines(of: outcome) { Console.write(line) }
            return outcome.code
        }
        Console.write("\n" + ComparisonText.text(of: report))
        do {
            try folder.write(report)
            return outcome.code
        } catch {
            let failure = CommandFailure(error)
            Console.note("lab: error: \(failure.message)")
            return ExitCode.winner(of: [outcome.code, failure.code])
        }
    }

    private static func say(_ result: WorkloadResult) {
        for topology in result.topologies {
            guard let failure = topology.failure else { continue }
            Console.note("lab: error: \(topology.variant): \(failure.message)")
        }
        Console.write(SummaryText.text(of: result))
    }

    /// Marks what there is as what an interruption has left.
    static func markInterrupted(_ result: inout WorkloadResult) {
        result.isInterrupted = true
        for topology in result.topologies.indices {
            for repetition in result.topologies[topology].repetitions.indices {
                result.topologies[topology].repetitions[repetition].mark = .interrupted
            }
        }
    }

    /// Makes the folder for kept stores as that of a report is made, and proves it writable.
    private static func keptStores(_ folder: String) throws -> KeptStores {
        do {
            try ReportFolder(path: folder).prepare()
            return KeptStores(folder: folder)
        } catch {
            let message = error.description.replacing("--output", with: "--keep-stores")
            throw CommandFailure(.notWritten, message)
        }
    }
}
