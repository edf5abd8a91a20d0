import Verdicts

extension ReportFolder {
    /// The page of a comparison.
    package var comparisonPage: String { file(ComparisonReport.pageName) }

    /// comparison.json: the comparison and its outcome.
    private struct Data: Encodable {
        let result: String
        let code: Int32
        let verdict: Verdict
        let headline: Comparison.Headline
        let gates: [GateVerdict]
        let comparison: Comparison
    }

    /// Writes comparison.json and comparison.md, both or neither.
    ///
    /// - Parameter copy: the path of `--markdown`, which receives the page, too.
    /// - Throws: `ReportingError`; then no file has changed.
    package func write(
        _ report: ComparisonReport, copy: String? = nil
    ) throws(ReportingError) {
        try makeFolder(path)
        let data = Data(
            result: report.outcome.code.word, code: report.outcome.code.rawValue,
            verdict: report.comparison.verdict, headline: report.comparison.headline,
            gates: report.outcome.gates, comparison: report.comparison)
        let page = try ComparisonPage(of: report).markdown()
        var files = FileBatch(seal: file(ComparisonReport.dataName), option: option)
        try files.add(try RunFile.bytes(of: data), as: file(ComparisonReport.dataName))
        try files.add(page, as: comparisonPage)
        if let copy { try files.add(page, as: copy, option: "--markdown") }
        try files.publish()
    }
}
