import Documents

/// The topologies that the lab knows by name.
package enum TopologyCatalogue {
    /// All of them, in the order in which they are listed and run.
    package static let all: [Topology] = [singleMain, privateWriter, siblings, childOfMain]

    /// What a run takes when nobody names a topology.
    package static let defaults: [Topology] = all

    /// The topology that a `--topology` option names, its fields set and checked.
    ///
    /// - Parameter defaults: fields that a workload sets; a topology that lacks one keeps as it is,
    ///   and what the option says stands over them.
    /// - Throws: `TopologyError` where there is no such topology or field, naming the nearest,
    ///   where a field cannot have its value, or where the fields together make no stack.
    package static func topology(
        _ spec: VariantSpec, defaults: [(field: String, value: String)] = []
    ) throws(TopologyError) -> Topology {
        guard var topology = all.first(where: { $0.name == spec.name }) else {
            let names = all.map(\.name)
            throw .unknownTopology(
                spec.name, nearest: NearestName.find(spec.name, among: names), known: names)
        }
        for (field, value) in defaults where topology.hasField(field) {
            topology = try topology.setting(field, to: value)
        }
        for field in spec.fields {
            topology = try topology.setting(field.key, to: field.value)
        }
        try topology.check()
        return topology
    }

    static let singleMain = Topology(
        name: "single-main",
        origin: "the default that all five documents start from",
        contexts: [ContextLayout("main", .main)],
        roles: [.ui: "main", .importer: "main"])

    static let privateWriter = Topology(
        name: "private-writer",
        origin: "Cocoacasts, Core Data and Concurrency, and the episode on the private context",
        contexts: [
            ContextLayout("writer", .private),
            ContextLayout("main", .main, on: .context("writer")),
        ],
        roles: [.ui: "main", .importer: "main"],
        routes: [SaveRoute(from: "main", [.init(.enqueue, "writer")])],
        // The documents flush by lifecycle and offer an interval as the remedy. With the interval
        // the window of loss is seconds long, so that a run of seconds can measure it.
        flush: .every(.seconds(1)))

    static let siblings = Topology(
        name: "siblings",
        origin: "ASJCoreDataOperation; objc.io, Common Background Practices",
        contexts: [
            ContextLayout("main", .main, mergePolicy: .objectTrump),
            ContextLayout("importing", .private, mergePolicy: .objectTrump),
        ],
        roles: [.ui: "main", .importer: "importing"],
        merges: [MergeRule(from: "importing", to: "main")])

    static let childOfMain = Topology(
        name: "child-of-main",
        origin: "Zhou's synchronize(); Grosch, Concurrency by Tutorials, ch. 11, completed",
        contexts: [
            ContextLayout("main", .main),
            ContextLayout("child", .private, on: .context("main")),
        ],
        roles: [.ui: "main", .importer: "child"],
        routes: [SaveRoute(from: "child", [.init(.wait, "main")])])
}
