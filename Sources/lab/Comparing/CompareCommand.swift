import ArgumentParser
import Execution
import Foundation
import Reporting
import Results
import Verdicts

/// `lab compare`: two runs, figure by figure.
struct CompareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Compare a run with a baseline: what improved, what regressed, what is the same.",
        discussion: """
            Both are a run's folder, a run.json, or a baseline's name. With --rerun the build that \
            was kept with the baseline runs again, alternating with this one: then the machine's \
            state is in both. Exit codes: 0 nothing \
            regressed and all gates hold · 2 usage · 3 an invalid noise floor · 4 a gate of \
            --fail-on or of the workload failed · 5 regressed · 7 the baseline is missing, or one \
            cannot be compared with the other · 8 inconclusive, with --require-verdict, or \
            all disturbed · 9 something could not be written. A topology that failed in the \
            candidate ends it with the code of its run, 1 or 6.
            """)

    @Argument(help: "What is compared with: a run's folder, or a baseline's name.")
    var baseline: String

    @Argument(help: "What is judged: a run's folder, or a baseline's name.")
    var candidate: String?

    @Flag(
        help: ArgumentHelp(
            "Run the baseline's kept build again, alternating with this one, and compare those."))
    var rerun = false

    @Option(help: "With --rerun: how many rounds. Default: 12.")
    var rounds: Int?

    @OptionGroup var gates: GateOptions

    @Option(help: "The folder of comparison.md and .json. Default: the candidate's.")
    var output: String?

    @Option(
        help: ArgumentHelp(
            "Write the comparison as Markdown, for a pull request; “-” is standard output.",
            valueName: "file|-"))
    var markdown: String?

    @Flag(help: "No progress on standard error.")
    var quiet = false

    func validate() throws {
        if rerun, candidate != nil {
            throw ValidationError(
                "--rerun runs this build as the candidate: leave \(candidate!) out")
        }
        if !rerun, candidate == nil {
            throw ValidationError("name what is judged: lab compare BASELINE RUN, or --rerun")
        }
        if let rounds {
            guard rerun else {
                throw ValidationError("--rounds is of --rerun: two runs have the rounds they have")
            }
            guard (1...1000).contains(rounds) else {
                throw ValidationError("--rounds \(rounds): give a number from 1 to 1000")
            }
        }
    }

    func run() throws {
        guard !rerun else {
            let session = RerunSession(options: self)
            try Session.run { await session.run() }
        }
        var code = Verdicts.ExitCode.ok
        CommandFailure.reported {
            code = try compare()
        }
        Console.end(code)
    }

    private func compare() throws -> Verdicts.ExitCode {
        let candidate = try findCandidate()
        let recorded = try (candidate.figures.gates ?? []).map { try Gate($0, option: "gates") }
        let gating = try Gating(gates, workloadGates: recorded, baseline: baseline)
        let folder = ReportFolder(path: output ?? candidate.folder)
        let lock = try folder.claim()
        defer { lock.release() }
        let (outcome, report) = gating.judge(
            candidate.figures, runCode: Verdicts.ExitCode(of: candidate.figures))
        guard let report else { preconditionFailure("a comparison without a baseline") }
        return try say(report, outcome, in: folder)
    }

    /// Writes a comparison and says it.
    ///
    /// - Throws: `ReportingError`.
    func say(
        _ report: ComparisonReport, _ outcome: GateOutcome, in folder: ReportFolder
    ) throws -> Verdicts.ExitCode {
        try folder.write(report, copy: markdown == "-" ? nil : markdown)
        Console.write(
            markdown == "-"
                ? try ComparisonPage(of: report).markdown() : ComparisonText.text(of: report))
        Console.write(MachineLine.text(outcome.code, report: folder.comparisonPage))
        return outcome.code
    }

    /// A candidate that is missing is a mistake on the command line; a baseline that is missing may
    /// be the first night.
    private func findCandidate() throws -> BaselineShelf.Baseline {
        let candidate = candidate!
        do {
            return try gates.shelf.baseline(candidate)
        } catch let failure as CommandFailure {
            guard BaselineShelf.runFile(at: candidate) == nil,
                !gates.shelf.names.contains(candidate)
            else { throw failure }
            throw CommandFailure(
                .usage,
                "there is no run at \(candidate): name a folder that lab run has written to")
        }
    }
}
