/// The result of `lab crash --faults`.
package struct FaultResult: Codable, Sendable {
    /// The workload, time and machine of the run; its `topologies` are empty.
    package var head: WorkloadResult
    /// In the order of the topologies, and of the modes within each.
    package var configurations: [FaultConfiguration] = []
    package var scenarios: [FaultScenarioRecord] = []
    /// What was not tried, a sentence each.
    package var omissions: [String] = []

    package init(head: WorkloadResult) {
        self.head = head
    }

    /// Trials and findings that were not as they had to be.
    package var violationCount: Int {
        configurations.reduce(0) { $0 + $1.trials.count { !$0.violations.isEmpty } }
            + scenarios.reduce(0) { $0 + $1.violations.count }
    }
}
