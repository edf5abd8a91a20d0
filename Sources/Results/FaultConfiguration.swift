/// Every fault of one short run: one topology in one mode of SQLite.
package struct FaultConfiguration: Codable, Sendable, Hashable {
    package var topology: String
    package var variant: String
    /// `wal/full`.
    package var mode: String
    /// Calls to the store's files in the run without faults.
    package var calls = 0
    /// Transactions in it.
    package var commits = 0
    package var trials: [FaultTrial] = []

    package init(topology: String, variant: String, mode: String) {
        self.topology = topology
        self.variant = variant
        self.mode = mode
    }

    package var summaries: [FaultSummary] { FaultSummary.summaries(of: trials) }
}
