import Reporting
import Results
import Runs
import Verdicts

/// One `lab simulate` with two `--map`, from its request to its outcome.
///
///     select ─▶ prepare the output ─▶ simulate, cell by cell ─▶ judge each ─▶ write ─▶ print
///     2, 3      9                     1, 6, 9                                9
struct MapSession: Sendable {
    let request: SimulateRequest
    private let registry = ChildRegistry()

    init(_ request: SimulateRequest) {
        self.request = request
    }

    func run() async -> RunOutcome {
        await Session.interruptible(in: registry, run)
    }

    private func run(_ interruption: Interruption) async throws -> RunOutcome {
        let selection = try MapSelection(request)
        let report = ReportFolder(path: selection.folder)
        let lock = try report.claim()
        defer { lock.release() }
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        let progress = ProgressLine(selection.length, isQuiet: request.isQuiet)
        defer { progress.end() }
        var ending = SessionEnding()
        var map = selection.map
        let count = Double(selection.cells.count)
        for (index, cell) in selection.cells.enumerated() where !interruption.isInterrupted {
            let costs = cell.step.device(for: selection.device).costs(core: selection.core)
            let name = cell.values.joined(separator: " × ")
            var result = map.head
            result.topologies = try await cell.step.drawn.simulate(
                { _ in costs }, in: registry, scratch: scratch
            ) { progress.update("\(name), \($0)", share: (Double(index) + $1) / count) }
            // A cell that was interrupted lacks topologies, and would have a wrong best one.
            guard !interruption.isInterrupted else { break }
            LimitEvaluator.judge(selection.limits, of: &result)
            ending.add(ExitCode(of: result))
            map.cells.append(
                DecisionMap.Cell(
                    values: cell.values, of: result.topologies,
                    headlinePhase: result.headlinePhase))
        }
        map.head.isInterrupted = interruption.isInterrupted
        progress.end()
        ending.write(report.page, warnings: map.head.warnings, charts: request.charts) {
            try report.write(
                map, drawsCharts: request.charts.areDrawn,
                isCancelled: { interruption.isInterrupted })
        }
        Console.show(DecisionMapText.text(of: map, width: Console.width) + "\n")
        if interruption.isInterrupted { ending.add(.interrupted) }
        return ending.finish()
    }
}
