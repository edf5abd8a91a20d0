import Bench
import CrashLab
import Execution
import Foundation
import Probes
import Reporting
import Results
import Runs
import Topologies
import Verdicts

/// One `lab crash` from its options to its exit code.
///
///     select ─▶ prepare the output ─▶ explore ─▶ kill ─▶ write ─▶ say
///     2, 3      9                     1, 6, 9    6       9
struct CrashSession: Sendable {
    let options: CrashCommand
    private let registry = ChildRegistry()

    init(options: CrashCommand) {
        self.options = options
    }

    func run() async -> ExitCode {
        await CommandFailure.reported(in: registry, run)
    }

    private func run(_ interruption: Interruption) async throws -> ExitCode {
        let selection = try CrashSelection(options)
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        let progress = ProgressLine(
            expectedSeconds: selection.expectedSeconds, isQuiet: options.common.quiet)
        defer { progress.end() }
        let run = CrashRun(
            in: registry, scratch: scratch, subcommand: BenchPlan.childSubcommand,
            timeLimit: selection.timeLimit,
            request: { selection.request($0, mode: $1, in: $2) },
            progress: { progress.update($0, share: $1 * selection.exploringShare) })

        if let folder = options.dump {
            return try await replay(selection, run, into: folder, progress)
        }
        let output = options.output ?? "Reports/\(selection.workload.name)-crash"
        let report = ReportFolder(path: output)
        let lock = try report.claim()
        defer { lock.release() }
        var result = CrashResult(
            head: ResultHead.result(
                of: selection.selection, storeFolder: scratch.path, mode: "explored"),
            commandLine: selection.commandLine)
        result.unmeasured = selection.unmeasured
        result.configurations = try await run.explore(selection.jobs, selection.exploration)
        try await kill(selection, run, &result, scratch, progress)
        result.head.isInterrupted = interruption.isInterrupted
        progress.update("writing the report", share: 1)
        progress.end()
        return write(result, to: report, interruption)
    }

    // MARK: Kills

    private func kill(
        _ selection: CrashSelection, _ run: CrashRun, _ result: inout CrashResult,
        _ scratch: ScratchFolder, _ progress: ProgressLine
    ) async throws {
        for (index, job) in selection.jobs.enumerated() {
            guard !registry.isClosed else { return }
            progress.update(
                "\(job.title), kills at exact operations", share: selection.exploringShare)
            try await run.killExactly(job, &result.configurations[index])
        }
        guard selection.kills > 0 else { return }
        for (turn, batch) in selection.batches.enumerated() where !registry.isClosed {
            // Batches of one size are one stream of operations, and are judged by it.
            let targets = zip(selection.jobs, result.configurations).map { job, configuration in
                job.batch == batch ? CrashRun.target(job, configuration) : nil
            }
            let killing = KillRun(
                setup: selection.setup(batch: batch), in: registry, scratch: scratch,
                subcommand: BenchPlan.childSubcommand, timeLimit: selection.timeLimit,
                request: { place, mode, folder in
                    selection.request(selection.jobs[place], mode: mode, in: folder)
                },
                progress: { variant, share in
                    let before = selection.exploringShare
                    let done = (Double(turn) + share) / Double(selection.batches.count)
                    progress.update("\(variant), kills", share: before + (1 - before) * done)
                })
            let findings = try await killing.run(
                selection.kills, of: targets, seed: selection.workload.seed)
            for (index, finding) in findings.enumerated() where targets[index] != nil {
                result.configurations[index].kills = finding.crashes
                if let failure = finding.failure { result.configurations[index].failure = failure }
            }
        }
    }

    // MARK: One state

    private func replay(
        _ selection: CrashSelection, _ run: CrashRun, into folder: String,
        _ progress: ProgressLine
    ) async throws -> ExitCode {
        do {
            try ReportFolder(path: folder).prepare()
        } catch {
            let message = error.description.replacing("--output", with: "--dump")
            throw CommandFailure(.notWritten, message)
        }
        let configuration = try await run.explore(selection.jobs, selection.exploration)[0]
        progress.end()
        if let failure = configuration.failure {
            throw CommandFailure(ExitCode(of: failure.kind), failure.message)
        }
        guard configuration.exploration != nil else { return .interrupted }
        Console.write(
            "\(options.replay ?? "") lies in \(folder): \(RunSetup.storeName), with its log or "
                + "journal. Copy the files before you open them: opening recovers.\n")
        Console.write(MachineLine.text(.ok, report: folder))
        return .ok
    }

    // MARK: What is written and said

    private func write(
        _ result: CrashResult, to report: ReportFolder, _ interruption: Interruption
    ) -> ExitCode {
        var codes = result.configurations.compactMap { configuration in
            configuration.failure.map { ExitCode(of: $0.kind) }
        }
        var page: String?
        do {
            let warnings = try report.write(
                result, drawsCharts: !options.common.noCharts,
                isCancelled: { interruption.isInterrupted })
            for warning in result.head.warnings + warnings {
                Console.note("lab: warning: \(warning.message); \(warning.advice)")
            }
            let isUndrawn = warnings.contains { $0.code.hasPrefix("gnuplot-") }
            if options.common.requireCharts, isUndrawn { codes.append(.notWritten) }
            page = report.page
        } catch {
            let failure = CommandFailure(error)
            Console.note("lab: error: \(failure.message)")
            codes.append(failure.code)
        }
        if interruption.isInterrupted { codes.append(.interrupted) }
        for configuration in result.configurations {
            guard let failure = configuration.failure else { continue }
            Console.note("lab: error: \(configuration.name): \(failure.message)")
        }
        Console.write(CrashSummaryText.text(of: result))
        if let uncaught = uncaught(result) {
            Console.note(
                "lab: error: nothing was caught of \(uncaught.rawValue), which proves nothing: it "
                    + "needs \(uncaught.need), and enough --samples")
            codes.append(.inconclusive)
        }
        let code = ExitCode.winner(of: codes)
        Console.write(MachineLine.text(code, report: page))
        return code
    }

    /// The control that was to be caught and was not, in any of the configurations that were
    /// explored to their ends.
    private func uncaught(_ result: CrashResult) -> CrashControl? {
        let explored = result.configurations.compactMap(\.exploration)
        guard let control = options.control, !explored.isEmpty,
            explored.allSatisfy(\.violations.isEmpty)
        else { return nil }
        return control
    }
}
