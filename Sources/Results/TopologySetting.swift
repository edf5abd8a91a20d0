/// One field of a topology as it ran, and the source of its value.
package struct TopologySetting: Codable, Sendable, Hashable {
    /// The source of a field's value; each replaces the values of those before it.
    package enum Source: String, Codable, Sendable, CaseIterable {
        /// The catalogue's topology, or the default for a field that a user's file leaves out.
        case own
        /// The workload's `topology:`.
        case workload
        /// A user's file that writes the field.
        case file
        /// `--topology NAME:field=value`, or a sweep of the field.
        case variant
    }

    /// As `--topology` names it: `flush`.
    package var field: String
    /// As `--topology` takes it: `every 100ms`.
    package var value: String
    package var source: Source
    /// The value that this one replaces; absent if there was no other value, or the same one.
    package var instead: String?

    package init(field: String, value: String, source: Source, instead: String? = nil) {
        self.field = field
        self.value = value
        self.source = source
        self.instead = instead
    }
}
