import Results

// Several importers at once, each in a context of its own.
extension Topology {
    /// The contexts of the importers, the first one's first; one that all share counts once.
    package var importerContexts: [String] {
        [roles[.importer]].compactMap(\.self) + (furtherImporters ?? [])
    }

    /// The name of the context that one of several importers works through.
    ///
    /// - Parameter part: the importer's number, from 0.
    package func importerContext(_ part: Int) -> String? {
        let names = importerContexts
        return names.isEmpty ? nil : names[part % names.count]
    }

    /// Whether each of several importers gets a context of its own: not where the one that imports
    /// is on the main queue, or the ui's, or the parent of another.
    package var separatesImporters: Bool {
        guard let name = roles[.importer], let layout = context(named: name) else { return false }
        return layout.queue == .private && name != roles[.ui]
            && !contexts.contains { $0.parentName == name }
    }

    /// The topology with contexts for several importers, made as the first one's context is.
    ///
    ///     importing ─┐                       saves go the way of the first one's saves,
    ///     importing 2 ┼─▶ its parent         and are merged where those are
    ///     importing 3 ┘
    ///
    /// Importers share the one context where the topology does not separate them.
    package func importing(by count: Int) -> Topology {
        guard count > 1, separatesImporters, let first = roles[.importer],
            let layout = context(named: first)
        else { return self }
        var topology = self
        for number in 2...count {
            var other = layout
            other.name = "\(first) \(number)"
            topology.contexts.append(other)
            topology.furtherImporters = (topology.furtherImporters ?? []) + [other.name]
            topology.routes += routes.filter { $0.from == first }.map {
                SaveRoute(from: other.name, $0.hops)
            }
            topology.merges += merges.compactMap { merge in
                guard merge.from == first || merge.to == first else { return nil }
                var merge = merge
                if merge.from == first { merge.from = other.name }
                if merge.to == first { merge.to = other.name }
                return merge
            }
        }
        return topology
    }
}
