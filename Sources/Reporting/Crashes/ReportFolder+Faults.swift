import Results

extension ReportFolder {
    /// Writes the report of `lab crash --faults`.
    ///
    /// - Throws: `ReportingError`; then no file has changed.
    package func write(_ result: FaultResult) throws(ReportingError) {
        try makeFolder(path)
        try write("faults.csv", FaultTable.bytes(of: result), FaultSummaryText.text(of: result))
    }

    /// Writes the report of `lab crash --damage`.
    ///
    /// - Throws: `ReportingError`; then no file has changed.
    package func write(_ result: DamageResult) throws(ReportingError) {
        try makeFolder(path)
        try write("damage.csv", DamageTable.bytes(of: result), DamageSummaryText.text(of: result))
    }

    private func write(
        _ name: String, _ table: [UInt8], _ text: String
    ) throws(ReportingError) {
        var files = FileBatch(option: option)
        try files.add(table, as: file(name))
        try files.add(text, as: page)
        removeOthers(than: [name, Self.pageName], in: &files)
        try files.publish()
    }
}
