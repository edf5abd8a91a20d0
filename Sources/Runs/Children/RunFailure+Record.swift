import Results

extension RunFailure {
    /// The failure of a run that finished with other data than expected, or with other operations.
    ///
    /// - Parameter operationsDigest: of the operations that the parent drew.
    /// - Returns: `nil` if operations and data are as expected.
    package init?(of record: RunRecord, operationsDigest: String) {
        guard record.executedDigest == operationsDigest else {
            self.init(
                kind: .operationsDiffer,
                message: "it executed other operations than operations.csv says",
                details: [
                    "executed \(record.executedDigest)", "operations.csv \(operationsDigest)",
                ])
            return
        }
        guard record.outcomeDigest != record.expectedDigest else { return nil }
        self.init(
            kind: .outcomeDiffers, message: "the store holds other data than the operations make",
            details: record.differences)
    }
}
