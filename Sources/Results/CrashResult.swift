/// The result of `lab crash`: what was explored and killed, for each topology and mode of SQLite.
package struct CrashResult: Codable, Sendable {
    /// What ran, when, on what; its `topologies` are empty.
    package var head: WorkloadResult
    package var commandLine: CrashCommandLine
    /// In the order of the topologies, of the batch sizes, and of the modes within each.
    package var configurations: [CrashConfiguration] = []
    /// Types of store that were asked for, and that nobody can look at.
    package var unmeasured: [UnmeasuredStore] = []

    /// - Parameter commandLine: `nil` for the workload by its name, as it is.
    package init(head: WorkloadResult, commandLine: CrashCommandLine? = nil) {
        self.head = head
        self.commandLine = commandLine ?? CrashCommandLine(workload: head.workload)
    }
}
