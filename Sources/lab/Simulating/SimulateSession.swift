import Bench
import Documents
import Foundation
import Reporting
import Results
import Runs
import Simulation
import Synchronization
import Verdicts
import WorkloadEngine

/// One `lab simulate` from its request to its outcome.
///
///     select ─▶ prepare the output ─▶ simulate, device by device ─▶ judge ─▶ write ─▶ print
///     2, 3      9                     1, 6, 9                       limits   9
struct SimulateSession: Sendable {
    let request: SimulateRequest
    private let registry = ChildRegistry()

    init(_ request: SimulateRequest) {
        self.request = request
    }

    func run() async -> RunOutcome {
        await Session.interruptible(in: registry, run)
    }

    private func run(_ interruption: Interruption) async throws -> RunOutcome {
        let selection = try SimulationSelection(request)
        let reports = selection.devices.map { ReportFolder(path: selection.folder(of: $0)) }
        let locks = try reports.map { try $0.claim() }
        defer { for lock in locks { lock.release() } }
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        let progress = ProgressLine(selection.length, isQuiet: request.isQuiet)
        defer { progress.end() }
        var ending = SessionEnding()
        for (index, device) in selection.devices.enumerated() where !interruption.isInterrupted {
            var result = try selection.head(of: device, storeFolder: scratch.path)
            try await simulate(
                device, selection, scratch, &result, progress,
                done: Double(index) / Double(selection.devices.count))
            if interruption.isInterrupted {
                RunSession.markInterrupted(&result)
            } else {
                LimitEvaluator.judge(selection.limits, of: &result)
            }
            progress.end()
            ending.add(ExitCode(of: result))
            ending.write(reports[index].page, warnings: result.warnings, charts: request.charts) {
                try reports[index].write(
                    result, operations: [Array(selection.operations.utf8)],
                    drawsCharts: request.charts.areDrawn,
                    isCancelled: { interruption.isInterrupted })
            }
            ending.say(result.topologies.map { ($0.variant, $0.failure) })
            Console.show(SummaryText.text(of: result, width: Console.width) + "\n")
        }
        if interruption.isInterrupted { ending.add(.interrupted) }
        return ending.finish()
    }

    private func simulate(
        _ device: Device, _ selection: SimulationSelection, _ scratch: ScratchFolder,
        _ result: inout WorkloadResult, _ progress: ProgressLine, done: Double
    ) async throws {
        let share = 1 / Double(selection.devices.count)
        let run = SimulationRun(
            in: registry, scratch: scratch, subcommand: BenchPlan.childSubcommand,
            timeLimit: selection.plan.timeLimit,
            request: { selection.request($0, on: device, in: $1) },
            progress: { cell, part in
                progress.update(
                    "\(device.name), \(selection.plan.topologies[cell.topology].variant), draw "
                        + "\(cell.draw)",
                    share: done + share * part)
            })
        var topologies = result.topologies
        try await run.run(digests: selection.digests, &topologies)
        result.topologies = topologies
    }
}
