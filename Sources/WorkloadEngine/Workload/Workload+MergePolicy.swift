import Documents
import Results
import Topologies

// The policy by which the objects of a line become updates of those that are there.
extension Workload {
    /// The topology for a text, with the workload's fields under its own.
    ///
    /// Where the importer leaves finding to a uniqueness constraint, the contexts of the import's
    /// route get the policy object-trump: with Core Data's default the first object that is there
    /// would fail the save. A topology, a file or the workload may write another one, and is
    /// refused if that loses what is imported.
    ///
    /// Several importers get a context each, where the topology separates them.
    ///
    /// - Parameters:
    ///   - own: the user's topologies, beside the catalogue's.
    ///   - defaults: further fields, under those of the workload.
    /// - Throws: `TopologyError`.
    package func resolved(
        _ spec: VariantSpec, own: [OwnTopology] = [],
        defaults: [(field: String, value: String)] = []
    ) throws(TopologyError) -> ResolvedTopology {
        try fitted(spec, own: own, defaults: defaults).importing(by: importer?.importers ?? 1)
    }

    private func fitted(
        _ spec: VariantSpec, own: [OwnTopology], defaults: [(field: String, value: String)]
    ) throws(TopologyError) -> ResolvedTopology {
        let fields = defaults + topologyFields
        let resolved = try TopologyCatalogue.resolved(spec, own: own, defaults: fields)
        guard importer?.find == .constraint, resolved.topology.maker == .fields else {
            return resolved
        }
        let policies = resolved.topology.importRoute.map {
            (field: "\($0.name).merge-policy", value: MergePolicyName.objectTrump.rawValue)
        }
        let fitted = try TopologyCatalogue.resolved(spec, own: own, defaults: policies + fields)
        guard let root = fitted.topology.importRoute.last,
            ![.objectTrump, .overwrite].contains(root.mergePolicy)
        else { return fitted }
        throw TopologyError.losesUpdates(spec.name, context: root.name, policy: root.mergePolicy)
    }
}

extension Topology {
    /// The importer's context and those above it; the last one commits.
    fileprivate var importRoute: [ContextLayout] {
        contextName(of: .importer).map(ancestry) ?? []
    }
}
