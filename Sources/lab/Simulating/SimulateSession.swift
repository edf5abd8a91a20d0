import Documents
import Reporting
import Results
import Runs
import Simulation
import Verdicts

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
        let gating = try Gating(
            request.gating, workloadGates: selection.gates, baseline: request.baseline)
        let reports = selection.devices.map { ReportFolder(path: selection.folder(of: $0)) }
        let locks = try reports.map { try $0.claim() }
        defer { for lock in locks { lock.release() } }
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        for device in selection.devices {
            try gating.checkBaseline(selection.head(of: device, storeFolder: scratch.path))
        }
        let progress = ProgressLine(selection.length, isQuiet: request.isQuiet)
        defer { progress.end() }
        var ending = SessionEnding()
        var outcome: (result: WorkloadResult, comparison: ComparisonReport?)?
        for (index, device) in selection.devices.enumerated() where !interruption.isInterrupted {
            let done = Double(index)
            var result = try await selection.simulate(device, in: registry, scratch: scratch) {
                what, share in
                progress.update(
                    "\(device.name), \(what)",
                    share: (done + share) / Double(selection.devices.count))
            }
            if interruption.isInterrupted {
                RunSession.markInterrupted(&result)
            } else {
                LimitEvaluator.judge(selection.limits + gating.bounds, of: &result)
            }
            progress.end()
            guard result.part == nil else {
                writePart(result, of: selection, to: reports[index], &ending)
                continue
            }
            write(result, of: selection, to: reports[index], &ending, interruption)
            outcome = (
                result, ending.judge(ResultFigures(result), by: gating, to: reports[index])
            )
        }
        if interruption.isInterrupted { ending.add(.interrupted) }
        return ending.finish(result: outcome?.result, comparison: outcome?.comparison)
    }

    /// Writes what this machine simulated, for `lab merge`; its figures alone mean nothing.
    private func writePart(
        _ result: WorkloadResult, of selection: SimulationSelection, to report: ReportFolder,
        _ ending: inout SessionEnding
    ) {
        // A topology may have no run in this part.
        for case let failure? in result.topologies.map(\.failure) {
            ending.add(ExitCode(of: failure.kind))
        }
        ending.write(report.runFile, warnings: result.warnings) {
            try report.writePart(result, operations: selection.operations.map { Array($0.utf8) })
            return []
        }
        ending.say(result.topologies.map { ($0.variant, $0.failure) })
        let runs = result.topologies.reduce(0) { $0 + $1.repetitions.count }
        Console.show(
            "part \(request.shard?.description ?? ""): \(runs) \(runs == 1 ? "run" : "runs") "
                + "simulated; lab merge puts the parts together\n")
    }

    /// Writes a device's report, and prints its summary.
    private func write(
        _ result: WorkloadResult, of selection: SimulationSelection, to report: ReportFolder,
        _ ending: inout SessionEnding, _ interruption: Interruption
    ) {
        ending.add(ExitCode(of: result))
        ending.write(report.page, warnings: result.warnings, charts: request.charts) {
            try report.write(
                result, operations: selection.operations.map { Array($0.utf8) },
                drawsCharts: request.charts.areDrawn,
                isCancelled: { interruption.isInterrupted })
        }
        ending.say(result.topologies.map { ($0.variant, $0.failure) })
        Console.show(SummaryText.text(of: result, width: Console.width) + "\n")
    }
}
