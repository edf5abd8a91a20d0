/// One `--set key=value`.
package struct WorkloadSetting: Codable, Sendable, Hashable {
    package var key: String
    package var value: String

    package init(key: String, value: String) {
        self.key = key
        self.value = value
    }
}
