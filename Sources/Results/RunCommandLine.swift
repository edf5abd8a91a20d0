/// The parts of a `lab run`'s command line that another build needs to do the same again.
package struct RunCommandLine: Codable, Sendable, Hashable {
    /// The workload as it was given: a name, or a file's path.
    package var workload: String
    /// In the order in which they were given.
    package var settings: [WorkloadSetting]
    /// `--seed`; `nil` for the workload's.
    package var seed: UInt64?
    /// `--topology-file`, in order.
    package var topologyFiles: [String]

    package init(
        workload: String, settings: [WorkloadSetting] = [], seed: UInt64? = nil,
        topologyFiles: [String] = []
    ) {
        self.workload = workload
        self.settings = settings
        self.seed = seed
        self.topologyFiles = topologyFiles
    }
}
