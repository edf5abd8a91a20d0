/// The result of `lab crash --damage`.
package struct DamageResult: Codable, Sendable {
    /// The workload, time and machine of the run; its `topologies` are empty.
    package var head: WorkloadResult
    package var records: [DamageRecord] = []

    package init(head: WorkloadResult) {
        self.head = head
    }

    package var violationCount: Int { records.count { !$0.isAsExpected } }
}
