import Bench
import Reporting
import Results
import Runs
import Simulation
import Verdicts

/// One `lab study` from its request to its outcome.
///
///     read ─▶ prepare the output ─▶ measure or simulate ─▶ judge ─▶ write ─▶ print
///     2, 3    9                     1, 6, 9                        9
///
/// Whatever a verdict, it is a finding, not a failure.
struct StudySession: Sendable {
    let request: StudyRequest
    private let registry = ChildRegistry()

    init(_ request: StudyRequest) {
        self.request = request
    }

    func run() async -> RunOutcome {
        await Session.interruptible(in: registry, run)
    }

    private func run(_ interruption: Interruption) async throws -> RunOutcome {
        let study = try Study.load(StudyLibrary().file(named: request.study))
        let selection = try StudySelection(study, repetitions: request.repetitions)
        let simulation = try request.subject.map { try StudySimulation($0) }
        let place = simulation.map { "-\($0.device.name)" } ?? ""
        let report = ReportFolder(
            path: request.output ?? "Reports/study-\(study.name)\(place)")
        let lock = try report.claim()
        defer { lock.release() }
        let scratch = try ScratchFolder()
        defer { scratch.remove() }

        var result = ResultHead.result(of: study, storeFolder: scratch.path)
        let progress = ProgressLine(selection.length, isQuiet: request.isQuiet)
        defer { progress.end() }
        if let simulation {
            result.simulated = SimulatedDevice([simulation.device], core: simulation.core)
            result.build = SimulationRun.build
            result.arms = selection.arms(
                try await simulation.run(selection.plans, in: registry, scratch: scratch) {
                    progress.update($0, share: $1)
                })
        } else {
            let run = BenchRun(
                selection.plans, in: registry, scratch: scratch, keptStores: nil
            ) { progress.update($0.what, share: $0.share) }
            result.arms = selection.arms(try await run.run())
            result.warnings = ResultHead.warnings(
                about: result.arms.map(\.result), on: result.host)
        }
        result.isInterrupted = interruption.isInterrupted

        let judgement = StudyJudgement(study, result)
        var ending = SessionEnding(
            result.arms.compactMap(\.result.failure).map { ExitCode(of: $0.kind) }
                + (result.isInterrupted ? [.interrupted] : []))
        ending.warn(result.warnings)
        ending.write(report.page) {
            try report.write(
                judgement, drawsCharts: request.drawsCharts,
                isCancelled: { interruption.isInterrupted })
        }
        progress.end()
        ending.say(result.arms.map { ($0.label, $0.result.failure) })
        Console.keep(StudyDocument(of: judgement), as: "study")
        Console.show(StudyText.text(of: judgement, width: Console.width))
        return ending.finish()
    }
}
