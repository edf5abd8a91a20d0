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
    let options: CompareCommand
    private let registry = ChildRegistry()

    /// Enough for a verdict on a change of some per cent.
    static let usualRounds = Verdicts.Comparison.minimumRounds

    init(options: CompareCommand) {
        self.options = options
    }

    func run() async -> ExitCode {
        await CommandFailure.reported(in: registry, run)
    }

    private func run(_ interruption: Interruption) async throws -> ExitCode {
        let baseline = try options.gates.shelf.baseline(options.baseline)
        guard let binary = baseline.binary else {
            throw CommandFailure(
                .incomparable,
                "the build of “\(options.baseline)” was not kept: save it with lab baseline save "
                    + "NAME RUN --keep-binary, by the build that made the run")
        }
        let selection = try Selection(Self.workload(of: baseline.figures))
        let gating = try Gating(
            options.gates, workloadGates: selection.gates, baseline: options.baseline)
        try check(selection, against: baseline.figures)
        let folder = options.output ?? "Reports/\(selection.workload.name)-compare"
        let report = ReportFolder(path: folder)
        let lock = try report.claim()
        defer { lock.release() }

        let rounds = options.rounds ?? Self.usualRounds
        let line = ProgressLine(
            expectedSeconds: ArmsRun.expectedSeconds(selection, rounds: rounds),
            isQuiet: options.quiet)
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
            name: options.baseline, folder: folder, figures: ResultFigures(results.baseline))
        var codes = [ExitCode(of: results.candidate)]
        if interruption.isInterrupted { codes.append(.interrupted) }
        let (outcome, comparison) = gating.with(measured).judge(
            ResultFigures(results.candidate), runCode: ExitCode.winner(of: codes))
        guard let comparison else { preconditionFailure("a comparison without a baseline") }
        return try options.say(comparison, outcome, in: report)
    }

    /// What the baseline's command was told, and the topologies that it ran.
    private static func workload(of figures: ResultFigures) throws -> WorkloadOptions {
        let line = figures.commandLine ?? RunCommandLine(workload: figures.workload)
        var arguments = ["--workload", line.workload]
        for setting in line.settings { arguments += ["--set", "\(setting.key)=\(setting.value)"] }
        if let seed = line.seed { arguments += ["--seed", "\(seed)"] }
        for file in line.topologyFiles { arguments += ["--topology-file", file] }
        for topology in figures.topologies { arguments += ["--topology", topology.variant] }
        do {
            return try WorkloadOptions.parse(arguments)
        } catch {
            throw CommandFailure(
                .incomparable,
                "the baseline's run.json names a command that is none: "
                    + WorkloadOptions.message(for: error))
        }
    }

    /// That this build would do the same as the baseline's is known before anything runs. Both
    /// run here, so that the machine that the baseline was once measured on does not matter.
    private func check(_ selection: Selection, against baseline: ResultFigures) throws {
        let head = ResultHead.result(
            of: selection, storeFolder: FileManager.default.temporaryDirectory.path)
        var here = baseline
        here.host = head.host
        guard let incomparability = Incomparability(here, ResultFigures(head)) else { return }
        throw CommandFailure(
            .incomparable,
            "“\(options.baseline)” cannot be run again by this build: \(incomparability)")
    }
}
