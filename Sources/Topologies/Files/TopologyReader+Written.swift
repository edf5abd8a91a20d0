import Documents

/// Which fields of a topology its file writes, as `--topology` names them.
extension TopologyReader {
    /// - Parameter topology: read from the document.
    func writtenFields(of topology: Topology) -> Set<String> {
        var fields: Set<String> = []
        let keys = [
            ("flush", "flush"), ("route-style", "route"), ("submission", "submission"),
            ("ui-submission", "ui-submission"), ("save-only-if-changed", "save-only-if-changed"),
            ("coordinators", "coordinators"), ("pool", "pool"), ("history", "history"),
            ("history-read", "history-read"),
        ]
        for (key, field) in keys where isWritten(key) { fields.insert(field) }
        for role in topology.roles.keys { fields.insert(role.rawValue) }
        // The key sets the hops of all contexts: a context that it leaves out has no hops.
        if isWritten("routes") {
            fields.formUnion(topology.contexts.map { "\($0.name).hops" })
        }
        // One rule with the key is enough: `--topology` sets the field in all rules at once.
        for index in topology.merges.indices {
            if isWritten("merges", "\(index)", "mode") { fields.insert("merge") }
            if isWritten("merges", "\(index)", "by") { fields.insert("merge-by") }
        }
        for (index, context) in topology.contexts.enumerated() {
            for key in ["queue", "parent", "merge-policy", "saves", "generation"]
            where isWritten("contexts", "\(index)", key) {
                fields.insert("\(context.name).\(key)")
                if key == "generation", context.name == topology.roles[.ui] { fields.insert(key) }
                if key == "merge-policy" { fields.insert(key) }
            }
        }
        return fields
    }

    private func isWritten(_ path: String...) -> Bool {
        var node = document.root
        for part in path {
            let next = node.descending([part])
            // `descending` returns the node itself if it has no such part.
            guard next.path != node.path else { return false }
            node = next
        }
        return true
    }
}
