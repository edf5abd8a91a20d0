import Documents

/// The topologies that the lab knows by name.
package enum TopologyCatalogue {
    /// All of them, in the order in which they are listed and run.
    package static let all: [Topology] =
        defaults + [
            privateChildOnly, childOfMainUnsaved, writerMainWorker, writerSiblings,
            containerBackground, siblingsRefetch, twoCoordinators, siblingsHistory, siblingsPinned,
            twoCoordinatorsHistory,
        ]

    /// The topologies of a run if neither the user nor the workload names any.
    package static let defaults: [Topology] = [singleMain, privateWriter, siblings, childOfMain]

    /// The topology of a `--topology` option, its fields set and checked.
    ///
    /// - Parameters:
    ///   - own: the user's topologies, under names that the catalogue does not have.
    ///   - defaults: fields that a workload sets; a topology without such a field ignores it. The
    ///     option's fields and those that a user's file writes replace them.
    /// - Throws: `TopologyError` if the topology or a field does not exist, with the nearest name,
    ///   if a field cannot have its value, or if the fields together make no valid stack.
    package static func topology(
        _ spec: VariantSpec, own: [OwnTopology] = [],
        defaults: [(field: String, value: String)] = []
    ) throws(TopologyError) -> Topology {
        try resolved(spec, own: own, defaults: defaults).topology
    }

    /// The same, with the effective value and the source of each field.
    ///
    /// - Throws: as `topology(_:own:defaults:)`.
    package static func resolved(
        _ spec: VariantSpec, own: [OwnTopology] = [],
        defaults: [(field: String, value: String)] = []
    ) throws(TopologyError) -> ResolvedTopology {
        let known = all.map { OwnTopology($0, writing: []) } + own
        guard let found = known.first(where: { $0.name == spec.name }) else {
            let names = known.map(\.name) + CodedStack.all.map(\.name)
            throw .unknownTopology(
                spec.name, nearest: NearestName.find(spec.name, among: names), known: names)
        }
        return try ResolvedTopology(
            found.topology, writing: found.writtenFields, defaults: defaults, fields: spec.fields)
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

    static let privateChildOnly = Topology(
        name: "private-child-only",
        origin: "Zhou, Apply Multithreading in CoreData, to the letter",
        contexts: [
            ContextLayout("main", .main),
            ContextLayout("child", .private, on: .context("main")),
        ],
        roles: [.ui: "child", .importer: "child"],
        routes: [SaveRoute(from: "child", [.init(.wait, "main")])],
        // His functions are called by view controllers. From another thread, the child that waits
        // for main and main that waits for the child would wait for ever.
        submission: .performAndWaitOnMain)

    static let childOfMainUnsaved = Topology(
        name: "child-of-main-unsaved",
        origin: "Grosch, Concurrency by Tutorials, ch. 11, to the letter",
        contexts: [
            ContextLayout("main", .main, saves: .atTermination),
            ContextLayout("child", .private, on: .context("main")),
        ],
        roles: [.ui: "main", .importer: "child"])

    static let writerMainWorker = Topology(
        name: "writer-main-worker",
        origin: "Cocoanetics, Multi-Context CoreData; Zarra, MVC-C",
        contexts: [
            ContextLayout("writer", .private),
            ContextLayout("main", .main, on: .context("writer")),
            ContextLayout("worker", .private, on: .context("main")),
        ],
        roles: [.ui: "main", .importer: "worker"],
        routes: [
            SaveRoute(from: "worker", [.init(.wait, "main"), .init(.enqueue, "writer")]),
            SaveRoute(from: "main", [.init(.enqueue, "writer")]),
        ])

    static let writerSiblings = Topology(
        name: "writer-siblings",
        origin: "MagicalRecord from 2.2 on; CoreStore",
        contexts: [
            ContextLayout("writer", .private),
            ContextLayout("main", .main, on: .context("writer"), mergePolicy: .objectTrump),
            ContextLayout("worker", .private, on: .context("writer"), mergePolicy: .objectTrump),
        ],
        roles: [.ui: "main", .importer: "worker"],
        routes: [
            SaveRoute(from: "main", [.init(.enqueue, "writer")]),
            SaveRoute(from: "worker", [.init(.enqueue, "writer")]),
        ],
        merges: [MergeRule(from: "worker", to: "main")])

    static let containerBackground = Topology(
        name: "container-background",
        origin: "Grosch, Concurrency by Tutorials, ch. 11; Apple's template",
        contexts: [
            ContextLayout("view", .main, mergePolicy: .objectTrump),
            ContextLayout("task", .private, mergePolicy: .objectTrump),
        ],
        roles: [.ui: "view", .importer: "task"],
        merges: [MergeRule(from: "task", to: "view", mode: .automatic)],
        submission: .backgroundTask)

    static let siblingsRefetch = Topology(
        name: "siblings-refetch",
        origin: "Apple, Loading and Displaying a Large Data Feed",
        contexts: [
            ContextLayout("main", .main, mergePolicy: .objectTrump),
            ContextLayout("importing", .private, mergePolicy: .objectTrump),
        ],
        roles: [.ui: "main", .importer: "importing"],
        merges: [MergeRule(from: "importing", to: "main", mode: .refetch)])

    static let twoCoordinators = Topology(
        name: "two-coordinators",
        origin: "Apple, WWDC 2010 session 137 and 2013 session 211",
        contexts: [
            ContextLayout("main", .main, mergePolicy: .objectTrump),
            ContextLayout(
                "importing", .private, on: .coordinator(2), mergePolicy: .objectTrump),
        ],
        roles: [.ui: "main", .importer: "importing"],
        merges: [MergeRule(from: "importing", to: "main", mode: .objectIDs)],
        coordinators: 2)

    static let siblingsHistory = Topology(
        name: "siblings-history",
        origin: "Apple, Consuming Relevant Store Changes; WWDC 2019 session 230",
        contexts: [
            ContextLayout("main", .main, mergePolicy: .objectTrump),
            ContextLayout("importing", .private, mergePolicy: .objectTrump),
        ],
        roles: [.ui: "main", .importer: "importing"],
        merges: [MergeRule(from: "importing", to: "main", mode: .history)],
        history: .keep)

    static let siblingsPinned = Topology(
        name: "siblings-pinned",
        origin: "Apple, Accessing Data When the Store Changes; WWDC 2016 session 242",
        contexts: [
            ContextLayout("main", .main, mergePolicy: .objectTrump, generation: .pinned),
            ContextLayout("importing", .private, mergePolicy: .objectTrump),
        ],
        roles: [.ui: "main", .importer: "importing"],
        merges: [MergeRule(from: "importing", to: "main")])

    static let twoCoordinatorsHistory = Topology(
        name: "two-coordinators-history",
        origin: "Apple, WWDC 2017 session 210: an app and its extension on one store",
        contexts: [
            ContextLayout("main", .main, mergePolicy: .objectTrump),
            ContextLayout(
                "importing", .private, on: .coordinator(2), mergePolicy: .objectTrump),
        ],
        roles: [.ui: "main", .importer: "importing"],
        merges: [MergeRule(from: "importing", to: "main", mode: .history)],
        coordinators: 2, history: .purgeAfterMerge)
}
