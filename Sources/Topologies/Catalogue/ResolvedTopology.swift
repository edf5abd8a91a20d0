import Documents
import Results

/// A topology with all sources of its fields, and the effective value of each.
///
///     catalogue's, or own      flush every 1s
///     workload's `topology:`   flush every 100ms    replaces the catalogue's value, and fills in
///                                                   what a user's file leaves out
///     own file that writes it  flush idle 300ms     replaces the workload's
///     --topology NAME:field=…  flush 20ms           replaces all others
package struct ResolvedTopology: Sendable {
    package private(set) var topology: Topology
    /// Each field of the topology, in the order in which they are listed.
    package let settings: [TopologySetting]

    /// - Parameters:
    ///   - base: the topology of the catalogue or of a user's file.
    ///   - written: the fields that the user's file writes; empty for a topology of the catalogue.
    ///   - defaults: fields that a workload sets; a topology without such a field ignores it.
    ///   - fields: the fields that `--topology` sets.
    /// - Throws: `TopologyError` if a field does not exist, with the nearest name, if a field
    ///   cannot have its value, or if the fields together make no valid stack.
    init(
        _ base: Topology, writing written: Set<String>,
        defaults: [(field: String, value: String)], fields: [VariantSpec.Field]
    ) throws(TopologyError) {
        var own = base
        // The topology with the workload's fields alone: its values are reported if a file replaces
        // them.
        var asked = base
        for (field, value) in defaults {
            // A field may be there only because the workload has set another.
            if asked.hasField(field) { asked = try asked.setting(field, to: value) }
            if own.hasField(field), !written.contains(field) {
                own = try own.setting(field, to: value)
            }
        }
        // A workload's default that `--topology` replaces may leave nothing that could be set.
        let named = Set(fields.map(\.key))
        var topology = base
        var rest = defaults.filter { !written.contains($0.field) && !named.contains($0.field) }
        func setWhatExists() throws(TopologyError) {
            for (field, value) in rest where topology.hasField(field) {
                topology = try topology.setting(field, to: value)
                rest.removeAll { $0.field == field }
            }
        }
        try setWhatExists()
        for field in fields { topology = try topology.setting(field.key, to: field.value) }
        // Those that the option has brought.
        try setWhatExists()
        try topology.check()
        self.topology = topology
        let values = (
            base: Self.values(of: base), asked: Self.values(of: asked), own: Self.values(of: own)
        )
        settings = TopologyField.all(of: topology).map { field in
            let (name, value) = (field.name, field.value(topology))
            let before = values.own[name]
            var setting = TopologySetting(field: name, value: value, source: .own)
            if named.contains(name) || before != value {
                setting.source = .variant
                setting.instead = before
            } else if values.base[name] != value {
                setting.source = .workload
                setting.instead = values.base[name]
            } else if written.contains(name) {
                setting.source = .file
                setting.instead = values.asked[name]
            }
            if setting.instead == value { setting.instead = nil }
            return setting
        }
    }

    /// The same, with contexts for several importers.
    ///
    /// - Throws: `TopologyError` if they make no valid stack.
    package func importing(by count: Int) throws(TopologyError) -> ResolvedTopology {
        var resolved = self
        resolved.topology = topology.importing(by: count)
        try resolved.topology.check()
        return resolved
    }

    private static func values(of topology: Topology) -> [String: String] {
        TopologyField.all(of: topology).reduce(into: [:]) { $0[$1.name] = $1.value(topology) }
    }
}
