import Results

extension ReportFolder {
    /// The page of a suite.
    package var index: String { file("index.md") }
    /// The suite's record, for later commands.
    package var suiteFile: String { file("suite.json") }

    /// Writes suite.json and index.md.
    ///
    /// - Throws: `ReportingError` at the first file that cannot be written.
    package func write(_ record: SuiteRecord) throws(ReportingError) {
        try AtomicFile.write(try RunFile.bytes(of: record), to: suiteFile)
        try AtomicFile.write(try SuitePage(of: record).markdown(), to: index)
    }
}
