import Results

extension ReportFolder {
    /// The page of a suite.
    package var index: String { file("index.md") }
    /// The same for a browser.
    package var htmlIndex: String { file("index.html") }
    /// The suite's record, for later commands.
    package var suiteFile: String { file("suite.json") }

    /// Writes suite.json, index.md and index.html.
    ///
    /// - Throws: `ReportingError`; then no file has changed.
    package func write(_ record: SuiteRecord) throws(ReportingError) {
        let page = SuitePage(of: record)
        var files = FileBatch(seal: suiteFile, option: option)
        try files.add(try RunFile.bytes(of: record), as: suiteFile)
        try files.add(try page.markdown(), as: index)
        try files.add(try page.html(), as: htmlIndex)
        try files.publish()
    }
}
