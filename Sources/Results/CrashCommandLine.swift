/// The parts of a `lab crash`'s command line from which its states can be rebuilt.
package struct CrashCommandLine: Codable, Sendable, Hashable {
    /// The workload as it was given: a name, or a file's path.
    package var workload: String
    /// In the order in which they were given.
    package var settings: [WorkloadSetting] = []
    /// Files of topologies; absent if there were none.
    package var topologyFiles: [String]?

    package init(
        workload: String, settings: [WorkloadSetting] = [], topologyFiles: [String] = []
    ) {
        self.workload = workload
        self.settings = settings
        self.topologyFiles = topologyFiles.isEmpty ? nil : topologyFiles
    }
}
