/// What a `lab crash` was told, as far as a state that it found needs it to be rebuilt.
package struct CrashCommandLine: Codable, Sendable, Hashable {
    /// One `--set key=value`.
    package struct Setting: Codable, Sendable, Hashable {
        package var key: String
        package var value: String

        package init(key: String, value: String) {
            self.key = key
            self.value = value
        }
    }

    /// The workload as it was given: a name, or a file's path.
    package var workload: String
    /// In the order in which they were given.
    package var settings: [Setting] = []

    package init(workload: String, settings: [Setting] = []) {
        self.workload = workload
        self.settings = settings
    }
}
