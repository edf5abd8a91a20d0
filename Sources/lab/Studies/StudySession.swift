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
        result.part = request.shard.map {
            ResultPart(
                number: $0.number, count: $0.count, total: selection.rounds,
                study: request.study)
        }
        let progress = ProgressLine(selection.length, isQuiet: request.isQuiet)
        defer { progress.end() }
        if let simulation {
            result.simulated = simulation.simulated
            result.build = SimulationRun.build
            result.arms = selection.arms(
                try await simulation.run(
                    selection.plans, shard: request.shard, in: registry, scratch: scratch
                ) { progress.update($0, share: $1) })
        } else {
            let run = BenchRun(
                try selection.measured(request.shard), in: registry, scratch: scratch,
                keptStores: nil
            ) { progress.update($0.what, share: $0.share) }
            result.arms = selection.arms(try await run.run())
            result.warnings = ResultHead.warnings(
                about: result.arms.map(\.result), on: result.host)
        }
        result.isInterrupted = interruption.isInterrupted

        progress.end()
        guard result.part == nil else { return Self.endPart(result, to: report) }
        return Self.end(
            StudyJudgement(study, result), to: report, drawsCharts: request.drawsCharts
        ) { interruption.isInterrupted }
    }

    /// Writes the report of a whole study, however many machines made it, and prints its verdicts.
    static func end(
        _ judgement: StudyJudgement, to report: ReportFolder, drawsCharts: Bool,
        isInterrupted: () -> Bool
    ) -> RunOutcome {
        var ending = ending(of: judgement.result)
        ending.warn(judgement.result.warnings)
        ending.write(report.page) {
            try report.write(judgement, drawsCharts: drawsCharts, isCancelled: isInterrupted)
        }
        ending.say(judgement.result.arms.map { ($0.label, $0.result.failure) })
        Console.keep(StudyDocument(of: judgement), as: "study")
        Console.show(StudyText.text(of: judgement, width: Console.width))
        return ending.finish()
    }

    /// Writes this machine's rounds, for `lab merge`.
    private static func endPart(_ result: StudyResult, to report: ReportFolder) -> RunOutcome {
        var ending = ending(of: result)
        ending.warn(result.warnings)
        ending.write(report.runFile) {
            try report.writePart(result)
            return []
        }
        ending.say(result.arms.map { ($0.label, $0.result.failure) })
        let runs = result.arms.reduce(0) { $0 + $1.result.repetitions.count }
        let part = result.part.map { "\($0.number)/\($0.count)" } ?? ""
        Console.show("part \(part): \(runs) runs; lab merge puts the parts together\n")
        return ending.finish()
    }

    private static func ending(of result: StudyResult) -> SessionEnding {
        SessionEnding(
            result.arms.compactMap(\.result.failure).map { ExitCode(of: $0.kind) }
                + (result.isInterrupted ? [.interrupted] : []))
    }
}
