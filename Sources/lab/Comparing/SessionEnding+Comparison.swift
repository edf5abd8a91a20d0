import Reporting
import Verdicts

extension SessionEnding {
    /// The end of a session that compares two runs without a report of one: writes the comparison
    /// and prints it.
    ///
    /// - Throws: `ReportingError`, before anything is printed.
    static func compared(
        _ report: ComparisonReport, in folder: ReportFolder, _ request: ComparisonPageRequest
    ) throws -> RunOutcome {
        let isShown = request.markdown == "-"
        try folder.write(report, copy: isShown ? nil : request.markdown)
        Console.keep(ComparisonDocument(of: report), as: "comparison")
        if isShown {
            Console.write(try ComparisonPage(of: report).markdown())
        } else {
            Console.show(ComparisonText.text(of: report, width: Console.width))
        }
        var outcome = ended(report.outcome.code, page: folder.comparisonPage)
        outcome.comparison = report
        return outcome
    }
}
