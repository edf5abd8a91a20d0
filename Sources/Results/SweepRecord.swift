/// The sweep of a command: a key of the workload or a field of its topologies, and its values.
package struct SweepRecord: Codable, Sendable, Hashable {
    /// `roles.importer.batch`, `flush`.
    package var key: String
    /// In the order in which they were given.
    package var values: [String]

    /// The key without what says whose it is: `topology.flush` and `flush` are one field.
    package var field: String {
        key.hasPrefix("topology.") ? String(key.dropFirst("topology.".count)) : key
    }

    package init(key: String, values: [String]) {
        self.key = key
        self.values = values
    }
}
