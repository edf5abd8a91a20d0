/// The result of `lab crash`: the explorations and kills of each topology and mode of SQLite.
package struct CrashResult: Codable, Sendable {
    /// The workload, time and machine of the run; its `topologies` are empty.
    package var head: WorkloadResult
    package var commandLine: CrashCommandLine
    /// In the order of the topologies, of the batch sizes, and of the modes within each.
    package var configurations: [CrashConfiguration] = []
    /// The requested types of store whose files the crash lab cannot inspect.
    package var unmeasured: [UnmeasuredStore] = []

    /// - Parameter commandLine: `nil` for the workload by its name, as it is.
    package init(head: WorkloadResult, commandLine: CrashCommandLine? = nil) {
        self.head = head
        self.commandLine = commandLine ?? CrashCommandLine(workload: head.workload)
    }
}
