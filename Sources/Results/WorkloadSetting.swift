/// One `--set key=value`.
package struct WorkloadSetting: Codable, Sendable, Hashable {
    package var key: String
    package var value: String

    package init(key: String, value: String) {
        self.key = key
        self.value = value
    }

    /// Reads `key=value`, split at the first equals sign.
    ///
    /// `nil` if a side is empty.
    package init?(_ text: String) {
        let sides = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard sides.count == 2 else { return nil }
        self.init(key: sides[0], value: sides[1])
    }

    /// As `--set` takes it: `roles.importer.batch=100`.
    package var text: String { "\(key)=\(value)" }
}
