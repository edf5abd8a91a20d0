import Bench
import Foundation
import Reporting
import Results
import Runs
import Verdicts

/// `lab compare NAME --rerun`: a baseline's kept build and this one, alternating.
///
///     round 1   baseline   candidate        the same workload, seed and topologies,
///     round 2   candidate  baseline         which the baseline's run.json names
struct RerunSession: Sendable {
    let request: RerunRequest
    private let registry = ChildRegistry()

    /// Enough for a verdict on a change of some per cent.
    static let usualRounds = Verdicts.Comparison.minimumRounds

    init(_ request: RerunRequest) {
        self.request = request
    }

    func run() async -> RunOutcome {
        await Session.interruptible(in: registry, run)
    }

    private func run(_ interruption: Interruption) async throws -> RunOutcome {
        let baseline = try request.gating.baseline(request.baseline)
        guard let binary = baseline.binary else {
            throw CommandFailure(
                .incomparable,
                "the build of “\(request.baseline)” was not kept: save it with lab baseline save "
                    + "NAME RUN --keep-binary, by the build that made the run")
        }
        let selection = try Selection(WorkloadRequest(repeating: baseline.figures))
        let gating = try Gating(
            request.gating, workloadGates: selection.gates, baseline: request.baseline)
        try check(selection, against: baseline.figures)
        let folder = request.page.output ?? "Reports/\(selection.workload.name)-compare"
        let report = ReportFolder(path: folder)
        let lock = try report.claim()
        defer { lock.release() }

        let rounds = request.rounds ?? Self.usualRounds
        let line = ProgressLine(
            ArmsRun.length(selection, rounds: rounds), isQuiet: request.isQuiet)
        defer { line.end() }
        let arms = ArmsRun(selection: selection, registry: registry) {
            line.update($0.what, share: $0.share)
        }
        let results = try await arms.run(
            .init(executable: binary, commit: baseline.figures.commit), .init(), rounds: rounds)
        line.end()
        let operations = selection.operationStreams.map { Array($0.utf8) }
        for (name, result) in [("baseline", results.baseline), ("candidate", results.candidate)] {
            _ = try ReportFolder(path: folder + "/" + name)
                .write(result, operations: operations, drawsCharts: false)
        }
        let measured = BaselineShelf.Baseline(
            name: request.baseline, folder: folder, figures: ResultFigures(results.baseline))
        var codes = [ExitCode(of: results.candidate)]
        if interruption.isInterrupted { codes.append(.interrupted) }
        let (_, comparison) = gating.with(measured).judge(
            ResultFigures(results.candidate), runCode: ExitCode.winner(of: codes))
        guard let comparison else { preconditionFailure("a comparison without a baseline") }
        var outcome = try SessionEnding.compared(comparison, in: report, request.page)
        outcome.result = results.candidate
        return outcome
    }

    /// Refuses a comparison of two builds that would do the same work.
    ///
    /// This is known before anything runs. Both arms run here, so the machine of the baseline's
    /// measurement does not matter.
    private func check(_ selection: Selection, against baseline: ResultFigures) throws {
        let head = ResultHead.result(
            of: selection, storeFolder: FileManager.default.temporaryDirectory.path)
        var here = baseline
        here.host = head.host
        guard let incomparability = Incomparability(here, ResultFigures(head)) else { return }
        throw CommandFailure(
            .incomparable,
            "“\(request.baseline)” cannot be run again by this build: \(incomparability)")
    }
}
