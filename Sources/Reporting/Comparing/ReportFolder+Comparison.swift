import Verdicts

extension ReportFolder {
    /// The page of a comparison.
    package var comparisonPage: String { file(ComparisonReport.pageName) }

    /// comparison.json: the comparison, and what it comes to.
    private struct Data: Encodable {
        let result: String
        let code: Int32
        let verdict: Verdict
        let headline: Comparison.Headline
        let gates: [GateVerdict]
        let comparison: Comparison
    }

    /// Writes comparison.json, then comparison.md.
    ///
    /// - Throws: `ReportingError` at the first file that cannot be written.
    package func write(_ report: ComparisonReport) throws(ReportingError) {
        try makeFolder(path)
        let data = Data(
            result: report.outcome.code.word, code: report.outcome.code.rawValue,
            verdict: report.comparison.verdict, headline: report.comparison.headline,
            gates: report.outcome.gates, comparison: report.comparison)
        try AtomicFile.write(
            try RunFile.bytes(of: data), to: file(ComparisonReport.dataName))
        try AtomicFile.write(try ComparisonPage(of: report).markdown(), to: comparisonPage)
    }
}
