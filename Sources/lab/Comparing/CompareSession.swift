import Reporting
import Results
import Verdicts

/// `lab compare BASELINE RUN`: two runs that are there, figure by figure.
struct CompareSession {
    let request: CompareRequest

    init(_ request: CompareRequest) {
        self.request = request
    }

    /// - Throws: `CommandFailure`, `DocumentError`, `ReportingError`.
    func run() throws -> RunOutcome {
        let candidate = try findCandidate()
        let recorded = try (candidate.figures.gates ?? []).map { try Gate($0, option: "gates") }
        let gating = try Gating(
            request.gating, workloadGates: recorded, baseline: request.baseline)
        let folder = ReportFolder(path: request.page.output ?? candidate.folder)
        let lock = try folder.claim()
        defer { lock.release() }
        let (_, report) = gating.judge(
            candidate.figures, runCode: ExitCode(of: candidate.figures))
        guard let report else { preconditionFailure("a comparison without a baseline") }
        return try SessionEnding.compared(report, in: folder, request.page)
    }

    /// A candidate that is missing is a mistake on the command line; a baseline that is missing may
    /// be the first night.
    private func findCandidate() throws -> BaselineShelf.Baseline {
        do {
            return try request.gating.baseline(request.candidate)
        } catch let failure as CommandFailure {
            guard BaselineShelf.runFile(at: request.candidate) == nil,
                !BaselineShelf(folder: request.gating.shelf).names.contains(request.candidate)
            else { throw failure }
            throw CommandFailure(
                .usage,
                "there is no run at \(request.candidate): name a folder that lab run has written "
                    + "to")
        }
    }
}
