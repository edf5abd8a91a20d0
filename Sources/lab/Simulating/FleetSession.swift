import Reporting
import Results
import Runs
import Verdicts

/// One `lab simulate --fleet` from its request to its outcome.
///
///     select ─▶ prepare the output ─▶ simulate each combination ─▶ draw sessions ─▶ write ─▶ print
///     2, 3      9                     1, 6, 9                                       9
struct FleetSession: Sendable {
    let request: FleetRequest
    private let registry = ChildRegistry()

    init(_ request: FleetRequest) {
        self.request = request
    }

    func run() async -> RunOutcome {
        await Session.interruptible(in: registry, run)
    }

    private func run(_ interruption: Interruption) async throws -> RunOutcome {
        let selection = try FleetSelection(request)
        let report = ReportFolder(
            path: request.output ?? "Reports/fleet-\(selection.fleet.name)")
        let lock = try report.claim()
        defer { lock.release() }
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        let progress = ProgressLine(selection.length, isQuiet: request.isQuiet)
        defer { progress.end() }
        var ending = SessionEnding()
        var result = FleetResult(
            fleet: selection.fleet.name, title: selection.fleet.title,
            about: selection.fleet.about, digest: selection.fleet.digest,
            commit: GitCommit.current(), sessions: request.sessions, draws: request.draws,
            assumptions: selection.fleet.assumptions)
        var cells: [[TopologyResult]] = []
        for (index, cell) in selection.cells.enumerated() where !interruption.isInterrupted {
            let costs = cell.device.costs(core: cell.core)
            let topologies = try await cell.drawn.simulate(
                { _ in costs }, in: registry, scratch: scratch
            ) {
                progress.update(
                    "\(cell.name), \($0)",
                    share: (Double(index) + $1) / Double(selection.cells.count))
            }
            cells.append(topologies)
            for failure in topologies.compactMap(\.failure) {
                ending.add(ExitCode(of: failure.kind))
            }
        }
        if !interruption.isInterrupted {
            FleetFigures(selection, cells, sessions: request.sessions).add(to: &result) {
                interruption.isInterrupted
            }
        }
        if interruption.isInterrupted {
            result.isInterrupted = true
            ending.add(.interrupted)
        }
        progress.end()
        ending.write(report.page) {
            try report.write(result)
            return []
        }
        ending.say(result.failures.map { ($0.variant, $0.failure) })
        Console.show(FleetReport.text(of: result, width: Console.width) + "\n")
        return ending.finish()
    }
}
