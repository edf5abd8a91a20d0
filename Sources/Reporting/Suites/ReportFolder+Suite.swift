import Results

extension ReportFolder {
    /// The page of a suite.
    package var index: String { file("index.md") }
    /// The suite's record, for later commands.
    package var suiteFile: String { file("suite.json") }

    /// Writes suite.json and index.md.
    ///
    /// - Throws: `ReportingError`; then no file has changed.
    package func write(_ record: SuiteRecord) throws(ReportingError) {
        let text = try SuitePage(of: record).markdown()
        var files = FileBatch(seal: suiteFile, option: option)
        try files.add(try RunFile.bytes(of: record), as: suiteFile)
        try files.add(text, as: index)
        try files.publish()
    }
}
