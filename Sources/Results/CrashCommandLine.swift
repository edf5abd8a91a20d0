/// What a `lab crash` was told, as far as a state that it found needs it to be rebuilt.
package struct CrashCommandLine: Codable, Sendable, Hashable {
    /// The workload as it was given: a name, or a file's path.
    package var workload: String
    /// In the order in which they were given.
    package var settings: [WorkloadSetting] = []

    package init(workload: String, settings: [WorkloadSetting] = []) {
        self.workload = workload
        self.settings = settings
    }
}
