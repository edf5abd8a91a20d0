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
    /// The calls that the run never makes: nothing is said of their failure.
    package var uncalled: [Call] = []

    /// A kind of call to one of the store's files.
    package struct Call: Codable, Sendable, Hashable {
        package var call: String
        package var file: String

        package init(call: String, file: String) {
            self.call = call
            self.file = file
        }
    }

    package init(topology: String, variant: String, mode: String) {
        self.topology = topology
        self.variant = variant
        self.mode = mode
    }

    package var summaries: [FaultSummary] { FaultSummary.summaries(of: trials) }
}
