/// The result of `lab crash --faults`.
package struct FaultResult: Codable, Sendable {
    /// What ran, when, on what; its `topologies` are empty.
    package var head: WorkloadResult
    /// In the order of the topologies, and of the modes within each.
    package var configurations: [FaultConfiguration] = []
    package var scenarios: [FaultScenarioRecord] = []

    package init(head: WorkloadResult) {
        self.head = head
    }

    /// Trials and findings that were not as they had to be.
    package var violationCount: Int {
        configurations.reduce(0) { $0 + $1.trials.count { !$0.violations.isEmpty } }
            + scenarios.reduce(0) { $0 + $1.violations.count }
    }
}

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
