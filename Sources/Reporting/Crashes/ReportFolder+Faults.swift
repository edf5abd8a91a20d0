import Results

extension ReportFolder {
    /// Writes the report of `lab crash --faults`.
    ///
    /// - Throws: `ReportingError` at the first file that cannot be written.
    package func write(_ result: FaultResult) throws(ReportingError) {
        try makeFolder(path)
        try AtomicFile.write(FaultTable.bytes(of: result), to: file("faults.csv"))
        try AtomicFile.write(FaultSummaryText.text(of: result), to: page)
    }

    /// Writes the report of `lab crash --damage`.
    ///
    /// - Throws: `ReportingError` at the first file that cannot be written.
    package func write(_ result: DamageResult) throws(ReportingError) {
        try makeFolder(path)
        try AtomicFile.write(DamageTable.bytes(of: result), to: file("damage.csv"))
        try AtomicFile.write(DamageSummaryText.text(of: result), to: page)
    }
}
