/// The result of `lab crash`: what was explored and killed, for each topology and mode of SQLite.
package struct CrashResult: Codable, Sendable {
    /// What ran, when, on what; its `topologies` are empty.
    package var head: WorkloadResult
    /// In the order of the topologies, and of the modes within each.
    package var configurations: [CrashConfiguration] = []

    package init(head: WorkloadResult) {
        self.head = head
    }
}
