import Verdicts

extension ReportFolder {
    /// The page of a comparison.
    package var comparisonPage: String { file(ComparisonReport.pageName) }

    /// Writes comparison.json, comparison.md and comparison.html, all or none.
    ///
    /// - Parameter copy: the path of `--markdown`, which receives the page, too.
    /// - Throws: `ReportingError`; then no file has changed.
    package func write(
        _ report: ComparisonReport, copy: String? = nil
    ) throws(ReportingError) {
        try makeFolder(path)
        let data = ComparisonDocument(of: report)
        let shown = ComparisonPage(of: report)
        let page = try shown.markdown()
        var files = FileBatch(seal: file(ComparisonReport.dataName), option: option)
        try files.add(try RunFile.bytes(of: data), as: file(ComparisonReport.dataName))
        try files.add(page, as: comparisonPage)
        try files.add(try shown.html(), as: file(ComparisonReport.htmlName))
        if let copy { try files.add(page, as: copy, option: "--markdown") }
        try files.publish()
    }
}
