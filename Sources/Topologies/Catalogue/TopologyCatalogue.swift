/// The topologies that the lab knows by name.
package enum TopologyCatalogue {
    /// All of them, in the order in which they are listed and run.
    package static let all: [Topology] = [singleMain, privateWriter, siblings, childOfMain]

    /// What a run takes when nobody names a topology.
    package static let defaults: [Topology] = all

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
