import Reporting
import Results
import Verdicts

extension SessionEnding {
    /// Judges the gates and the change from the baseline, prints both, and writes comparison.md.
    ///
    /// - Returns: `nil` without a baseline.
    mutating func judge(
        _ figures: ResultFigures, by gating: Gating, to folder: ReportFolder
    ) -> ComparisonReport? {
        let (outcome, report) = gating.judge(figures, runCode: code)
        add(outcome.code)
        guard let report else {
            Console.keep(outcome.gates, as: "gates")
            for line in GateText.lines(of: outcome) {
                Console.show(
                    TextLines.wrapped(line, width: Console.width).joined(separator: "\n"))
            }
            return nil
        }
        Console.keep(ComparisonDocument(of: report), as: "comparison")
        Console.show("\n" + ComparisonText.text(of: report, width: Console.width))
        attempt { try folder.write(report) }
        return report
    }

    /// The end of a session that compares two runs without a report of one: writes the comparison
    /// and prints it.
    ///
    /// - Throws: `ReportingError` if a page for standard output cannot be made.
    static func compared(
        _ report: ComparisonReport, in folder: ReportFolder, _ request: ComparisonPageRequest
    ) throws -> RunOutcome {
        let isShown = request.markdown == "-"
        var ending = SessionEnding([report.outcome.code])
        ending.write(folder.comparisonPage) {
            try folder.write(
                report, pullRequest: isShown ? nil : request.markdown, link: request.link)
            return []
        }
        Console.keep(ComparisonDocument(of: report), as: "comparison")
        if isShown {
            Console.write(try folder.pullRequest(of: report, link: request.link))
        } else {
            Console.show(ComparisonText.text(of: report, width: Console.width))
        }
        return ending.finish(comparison: report)
    }
}
