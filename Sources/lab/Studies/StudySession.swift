import Bench
import Reporting
import Results
import Runs
import Verdicts

/// One `lab study` from its options to its exit code.
///
///     read ─▶ prepare the output ─▶ measure ─▶ judge ─▶ write ─▶ say
///     2, 3    9                     1, 6, 9             9
///
/// An order that does not hold here is a finding and no failure.
struct StudySession: Sendable {
    let options: StudyCommand
    private let registry = ChildRegistry()

    init(options: StudyCommand) {
        self.options = options
    }

    func run() async -> ExitCode {
        await CommandFailure.reported(in: registry, run)
    }

    private func run(_ interruption: Interruption) async throws -> ExitCode {
        let study = try Study.load(StudyLibrary().file(named: options.name ?? ""))
        let selection = try StudySelection(study, repetitions: options.repetitions)
        let report = ReportFolder(path: options.output ?? "Reports/study-\(study.name)")
        let lock = try report.claim()
        defer { lock.release() }
        let scratch = try ScratchFolder()
        defer { scratch.remove() }

        var result = ResultHead.result(of: study, storeFolder: scratch.path)
        let progress = ProgressLine(
            expectedSeconds: selection.expectedSeconds, isQuiet: options.quiet)
        defer { progress.end() }
        let results = try await BenchRun(
            selection.plans, in: registry, scratch: scratch, keptStores: nil
        ) { step in
            progress.update(step.what, share: step.share)
        }.run()
        result.arms = selection.arms(results)
        result.warnings = ResultHead.warnings(about: result.arms.map(\.result), on: result.host)
        result.isInterrupted = interruption.isInterrupted

        let judgement = StudyJudgement(study, result)
        let (code, page) = write(judgement, to: report)
        progress.end()
        Self.say(judgement)
        Console.write(MachineLine.text(code, report: page))
        return code
    }

    /// Writes the report. Where that fails the figures are said all the same: they took a minute.
    private func write(
        _ judgement: StudyJudgement, to report: ReportFolder
    ) -> (code: ExitCode, page: String?) {
        let result = judgement.result
        let codes =
            result.arms.compactMap(\.result.failure).map { ExitCode(of: $0.kind) }
            + (result.isInterrupted ? [.interrupted] : [])
        for warning in result.warnings {
            Console.note("lab: warning: \(warning.message); \(warning.advice)")
        }
        do {
            try report.write(judgement)
            return (ExitCode.winner(of: codes), report.page)
        } catch {
            let failure = CommandFailure(error)
            Console.note("lab: error: \(failure.message)")
            return (ExitCode.winner(of: codes + [failure.code]), nil)
        }
    }

    private static func say(_ judgement: StudyJudgement) {
        for arm in judgement.result.arms {
            guard let failure = arm.result.failure else { continue }
            Console.note("lab: error: \(arm.label): \(failure.message)")
        }
        Console.write(StudyText.text(of: judgement))
    }
}
