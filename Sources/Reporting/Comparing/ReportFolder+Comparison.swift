import Verdicts

extension ReportFolder {
    /// The page of a comparison.
    package var comparisonPage: String { file(ComparisonReport.pageName) }

    /// Writes comparison.json, comparison.md and comparison.html, all or none.
    ///
    /// - Parameters:
    ///   - pullRequest: the path of `--markdown`, which receives the short form.
    ///   - link: where comparison.html is read; `nil` for its path.
    /// - Throws: `ReportingError`; then no file has changed.
    package func write(
        _ report: ComparisonReport, pullRequest: String? = nil, link: String? = nil
    ) throws(ReportingError) {
        try makeFolder(path)
        let data = ComparisonDocument(of: report)
        let shown = ComparisonPage(of: report)
        var files = FileBatch(seal: file(ComparisonReport.dataName), option: option)
        try files.add(try RunFile.bytes(of: data), as: file(ComparisonReport.dataName))
        try files.add(try shown.markdown(), as: comparisonPage)
        try files.add(try shown.html(), as: file(ComparisonReport.htmlName))
        if let pullRequest {
            try files.add(
                try self.pullRequest(of: report, link: link), as: pullRequest, option: "--markdown")
        }
        try files.publish()
    }

    /// A comparison in some twenty lines of Markdown.
    ///
    /// - Parameter link: where comparison.html is read; `nil` for its path.
    /// - Throws: `ReportingError` when a template is wrong: a bug in the lab.
    package func pullRequest(
        of report: ComparisonReport, link: String?
    ) throws(ReportingError) -> String {
        // As a user named the folder: a path of this machine is no link elsewhere.
        let usual = path == "." ? ComparisonReport.htmlName : "\(path)/\(ComparisonReport.htmlName)"
        return try PullRequestPage(of: report, link: link ?? usual).markdown()
    }
}
