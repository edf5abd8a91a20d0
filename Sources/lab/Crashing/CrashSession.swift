import Bench
import CrashLab
import Execution
import Foundation
import Reporting
import Results
import Runs
import Topologies
import Verdicts
import WorkloadEngine

/// One `lab crash` from its request to its outcome.
///
///     select ─▶ prepare the output ─▶ explore ─▶ kill ─▶ write ─▶ print
///     2, 3      9                     1, 6, 9    6       9
struct CrashSession: Sendable {
    let request: CrashRequest
    private let registry = ChildRegistry()

    init(_ request: CrashRequest) {
        self.request = request
    }

    func run() async -> RunOutcome {
        await Session.interruptible(in: registry, run)
    }

    private func run(_ interruption: Interruption) async throws -> RunOutcome {
        let selection = try CrashSelection(request)
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        let progress = ProgressLine(selection.length, isQuiet: request.isQuiet)
        defer { progress.end() }
        let run = CrashRun(
            in: registry, scratch: scratch, subcommand: BenchPlan.childSubcommand,
            timeLimit: selection.timeLimit,
            request: { selection.request($0, mode: $1, in: $2) },
            progress: { progress.update($0, share: $1 * selection.exploringShare) })

        if let replay = request.replay {
            return try await rebuild(replay, selection, run, progress)
        }
        let report = ReportFolder(
            path: request.output ?? "Reports/\(selection.workload.name)-crash")
        let lock = try report.claim()
        defer { lock.release() }
        var result = CrashResult(
            head: ResultHead.result(
                of: selection.selection, storeFolder: scratch.path, mode: "explored"),
            commandLine: selection.commandLine)
        result.unmeasured = selection.unmeasured
        result.head.part = selection.part
        result.configurations = try await run.explore(selection.jobs, selection.exploration)
        for (index, job) in selection.jobs.enumerated() {
            result.configurations[index].settings =
                selection.selection.plan.topologies[job.place].settings
        }
        result.head.warnings += ResultHead.unheardSettings(
            selection.commandLine.settings.map(\.key),
            result.configurations.map { ($0.topology, $0.variant, $0.settings ?? []) })
        try await kill(selection, run, &result, scratch, progress)
        result.head.isInterrupted = interruption.isInterrupted
        progress.update("writing the report", share: 1)
        progress.end()
        let ending = CrashEnding(charts: request.charts, control: request.control)
        return result.head.part == nil
            ? ending.end(result, to: report) { interruption.isInterrupted }
            : ending.endPart(result, to: report)
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

    private func rebuild(
        _ replay: CrashRequest.Replay, _ selection: CrashSelection, _ run: CrashRun,
        _ progress: ProgressLine
    ) async throws -> RunOutcome {
        try ReportFolder(path: replay.folder, option: "--dump").prepare()
        let configuration = try await run.explore(selection.jobs, selection.exploration)[0]
        progress.end()
        if let failure = configuration.failure {
            throw CommandFailure(ExitCode(of: failure.kind), failure.message)
        }
        guard configuration.exploration != nil else { return SessionEnding.ended(.interrupted) }
        let lines = TextLines.wrapped(
            "\(replay.text) lies in \(replay.folder): \(RunSetup.storeName), with its log or "
                + "journal. Copy the files before you open them: opening recovers.",
            width: Console.width)
        Console.show(lines.joined(separator: "\n") + "\n")
        return SessionEnding.ended(.ok, page: replay.folder)
    }
}
