import Runs

/// How far a child has come, in a ledger that its parent reads meanwhile.
enum ExplorationProgress {
    /// The kind of record; its count is the share done in thousandths.
    static let kind: UInt32 = 1
    /// Records for a ledger: one for each 64 operations of a log, as a rule far fewer.
    static let capacity = 1 << 14

    /// The share that is done.
    static func share(in ledger: SharedLedger) -> Double {
        let count = min(ledger.count, capacity)
        guard count > 0, let record = ledger.record(at: count) else { return 0 }
        return Double(record.count) / 1_000
    }
}
