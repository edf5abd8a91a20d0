import Documents
import Results

/// Finds the reasons why a topology makes no stack.
///
/// Contexts come first: if they are wrong, references to them cannot be judged, and only their
/// faults are reported. Each fault names its subject by the keys of a topology's file.
struct TopologyCheck {
    /// More coordinators on one file than a user needs.
    static let coordinatorLimit = 64

    private let topology: Topology
    private var faults: [TopologyError] = []

    init(_ topology: Topology) {
        self.topology = topology
    }

    mutating func run() -> [TopologyError] {
        checkContexts()
        checkParents()
        guard faults.isEmpty else { return faults }
        checkCoordinators()
        checkRoles()
        checkRoutes()
        checkMerges()
        checkHistory()
        checkGenerations()
        checkSubmission()
        checkNumbers()
        checkAge()
        return faults
    }

    private mutating func add(_ message: String, remedy: String, about subject: String...) {
        faults.append(
            .inconsistent(topology.name, message, remedy: remedy, subject: subject))
    }

    /// The context that was meant, or all that there are.
    private func contexts(near name: String, or others: [String] = []) -> String {
        NearestName.remedy(
            for: name, among: topology.contexts.map(\.name) + others, what: "its contexts are")
    }

    private func has(_ context: String) -> Bool { topology.context(named: context) != nil }

    private mutating func checkContexts() {
        if topology.contexts.isEmpty {
            add("it has no context", remedy: "give it at least one", about: "contexts")
        }
        var seen: Set<String> = []
        for (index, context) in topology.contexts.enumerated() {
            if !seen.insert(context.name).inserted {
                add(
                    "two contexts are called \(context.name)",
                    remedy: "give each a name of its own", about: "contexts", "\(index)", "name")
            }
            if context.name == "coordinator" {
                add(
                    "a context is called coordinator",
                    remedy: "that word means the parent of a root; give it another name",
                    about: "contexts", "\(index)", "name")
            }
        }
    }

    private mutating func checkParents() {
        for (index, context) in topology.contexts.enumerated() {
            guard let parent = context.parentName, !has(parent) else { continue }
            add(
                "the parent of \(context.name) is \(parent), but the topology has no context "
                    + parent,
                remedy: contexts(near: parent, or: ["coordinator"]),
                about: "contexts", "\(index)", "parent")
        }
        // Cycles are searched only if all parents exist.
        guard faults.isEmpty else { return }
        for (index, context) in topology.contexts.enumerated() {
            let ancestry = topology.ancestry(of: context.name)
            guard ancestry.last?.isRoot != true else { continue }
            let cycle = ancestry.map(\.name) + [context.name]
            add(
                "its parents form a cycle: \(cycle.joined(separator: " → "))",
                remedy: "let one of them stand on a coordinator",
                about: "contexts", "\(index)", "parent")
            return
        }
    }

    private mutating func checkCoordinators() {
        let count = topology.coordinators
        guard count >= 1 else {
            return add(
                "it has \(count) coordinators", remedy: "give it 1 or more", about: "coordinators")
        }
        var used: Set<Int> = []
        for (index, context) in topology.contexts.enumerated() {
            guard case .coordinator(let number) = context.parent else { continue }
            if (1...count).contains(number) {
                used.insert(number)
            } else {
                add(
                    "\(context.name) stands on coordinator \(number) of \(count)",
                    remedy: "coordinators count from 1; set coordinators=\(max(number, 1))",
                    about: "contexts", "\(index)", "parent")
            }
        }
        guard count <= Self.coordinatorLimit else {
            return add(
                "it has \(count) coordinators",
                remedy: "give it \(Self.coordinatorLimit) at most", about: "coordinators")
        }
        for number in 1...count where !used.contains(number) {
            add(
                "no context stands on coordinator \(number)",
                remedy: "set coordinators=\(max(used.count, 1)), or put a context on it",
                about: "coordinators")
        }
    }

    private mutating func checkRoles() {
        for role in Role.allCases {
            guard role.needsContext else {
                if topology.roles[role] != nil {
                    add(
                        "the role \(role.rawValue) has a context",
                        remedy: "it works without one: take it away", about: "roles", role.rawValue)
                }
                continue
            }
            guard let name = topology.contextName(of: role) else {
                // The sync role follows the importer, whose fault has been added already.
                guard role.needsMapping else { continue }
                add(
                    "the role \(role.rawValue) has no context",
                    remedy: "map it to one; " + contexts(near: ""), about: "roles", role.rawValue)
                continue
            }
            guard topology.roles[role] != nil, !has(name) else { continue }
            add(
                "the role \(role.rawValue) works through \(name), but the topology has no context "
                    + name,
                remedy: contexts(near: name), about: "roles", role.rawValue)
        }
    }

    private mutating func checkRoutes() {
        var seen: Set<String> = []
        for route in topology.routes {
            guard has(route.from) else {
                add(
                    "a route begins at \(route.from), but the topology has no context "
                        + route.from,
                    remedy: contexts(near: route.from), about: "routes", route.from)
                continue
            }
            guard seen.insert(route.from).inserted else {
                add(
                    "two routes begin at \(route.from)", remedy: "a context has one route",
                    about: "routes", route.from)
                continue
            }
            check(route)
        }
    }

    private mutating func check(_ route: SaveRoute) {
        var below = route.from
        for hop in route.hops {
            guard has(hop.context) else {
                return add(
                    "the route from \(route.from) passes \(hop.context), but the topology has no "
                        + "context \(hop.context)",
                    remedy: contexts(near: hop.context), about: "routes", route.from)
            }
            let parent = topology.context(named: below)?.parentName
            guard parent == hop.context else {
                let roots = [below, hop.context].map { topology.ancestry(of: $0).last?.name ?? $0 }
                let detail =
                    roots[0] == roots[1]
                    ? "\(below) saves into another parent"
                    : "the two have different roots, \(roots[0]) and \(roots[1])"
                return add(
                    "the route from \(route.from) goes from \(below) to \(hop.context): \(detail)",
                    remedy: parent.map { "the next hop after \(below) is its parent, \($0)" }
                        ?? "\(below) stands on a coordinator, where its route ends",
                    about: "routes", route.from)
            }
            if topology.context(named: hop.context)?.saves == .atTermination {
                add(
                    "the route from \(route.from) saves \(hop.context), which is saved at"
                        + " termination only",
                    remedy: "set \(hop.context).saves=on-request, or end the route before it",
                    about: "routes", route.from)
            }
            below = hop.context
        }
    }

    private mutating func checkMerges() {
        var seen: Set<[String]> = []
        for (index, merge) in topology.merges.enumerated() {
            let place = "\(index)"
            let unknown = [("from", merge.from), ("to", merge.to)].filter { !has($0.1) }
            for (key, end) in unknown {
                add(
                    "a merge names \(end), but the topology has no context \(end)",
                    remedy: contexts(near: end),
                    about: "merges", place, key)
            }
            guard unknown.isEmpty else { continue }
            if merge.from == merge.to {
                add(
                    "\(merge.from) merges its own saves", remedy: "name two different contexts",
                    about: "merges", place, "to")
            } else if !seen.insert([merge.from, merge.to]).inserted {
                add(
                    "the saves of \(merge.from) are merged into \(merge.to) twice",
                    remedy: "one merge for each pair", about: "merges", place)
            } else if topology.isPerTask(merge.to) {
                add(
                    "\(merge.to) lasts for one background task and cannot merge saves",
                    remedy: "leave the merge out, or set submission=perform",
                    about: "merges", place, "to")
            } else if merge.mode == .automatic {
                checkAutomatic(merge, place)
            } else if merge.mode == .history {
                checkFollowing(merge, place)
            }
        }
    }

    private mutating func checkAutomatic(_ merge: MergeRule, _ place: String) {
        guard let from = topology.context(named: merge.from),
            let to = topology.context(named: merge.to)
        else { return }
        let isFromParent = to.parentName == from.name
        let isFromSibling = to.isRoot && from.isRoot && to.parent == from.parent
        guard !isFromParent, !isFromSibling else { return }
        add(
            "\(to.name) cannot merge the saves of \(from.name) automatically",
            remedy: "only those of its parent, or of another context on its coordinator",
            about: "merges", place, "mode")
    }

    /// History has one author for all that a root commits, so it cannot tell a child's saves from
    /// those of other children, and a child has no store to read it from.
    private mutating func checkFollowing(_ merge: MergeRule, _ place: String) {
        guard topology.context(named: merge.to)?.isRoot == true else {
            return add(
                "\(merge.to) cannot merge by history: it stands on \(parent(of: merge.to))",
                remedy: "let a context on a coordinator merge, or take another mode",
                about: "merges", place, "mode")
        }
        guard topology.ancestry(of: merge.from).last?.name != merge.to else {
            return add(
                "\(merge.to) commits the saves of \(merge.from) itself, so history has nothing"
                    + " to bring",
                remedy: "take another mode", about: "merges", place, "mode")
        }
    }

    private func parent(of context: String) -> String {
        topology.context(named: context)?.parentName ?? "no coordinator"
    }

    private mutating func checkHistory() {
        if topology.followsHistory, topology.history == .off {
            add(
                "a context merges by history, and the store records none",
                remedy: "set history=keep", about: "history")
        }
        if !topology.followsHistory, topology.history.isPurged {
            add(
                "its history is purged when it is merged, and no context merges by it",
                remedy: "set history=keep", about: "history")
        }
    }

    private mutating func checkGenerations() {
        for (index, context) in topology.contexts.enumerated()
        where context.generation == .pinned {
            if let parent = context.parentName {
                add(
                    "\(context.name) cannot be pinned: it reads what \(parent) reads",
                    remedy: "pin the context at the top",
                    about: "contexts", "\(index)", "generation")
            } else if topology.isPerTask(context.name) {
                add(
                    "\(context.name) lasts for one background task and cannot be pinned",
                    remedy: "let it read the newest",
                    about: "contexts", "\(index)", "generation")
            }
        }
    }

    private mutating func checkSubmission() {
        if topology.submission == .operation,
            !topology.contexts.contains(where: { $0.queue == .main })
        {
            add(
                "an operation looks its objects up in a main-queue context, and there is none",
                remedy: "put a context on the main queue, or set submission=perform",
                about: "submission")
        }
        guard topology.submission == .backgroundTask else { return }
        for layout in topology.contexts where topology.isPerTask(layout.name) {
            if layout.queue != .private || layout.parent != .coordinator(1) {
                add(
                    "\(layout.name) cannot be the context of background tasks",
                    remedy: "a container makes those on private queues, on its coordinator; set"
                        + " submission=perform", about: "submission")
            }
            if let child = topology.contexts.first(where: { $0.parentName == layout.name }) {
                add(
                    "\(child.name) has a parent that lasts for one background task",
                    remedy: "put it on another, or set submission=perform", about: "submission")
            }
        }
        if topology.coordinators != 1 {
            add(
                "a container has one coordinator, and this has \(topology.coordinators)",
                remedy: "set submission=perform", about: "submission")
        }
        if topology.routeStyle != .direct {
            add(
                "a background task's context is gone when the task is done",
                remedy: "set route=direct, so that it is saved in the task",
                about: "route-style")
        }
    }

    private mutating func checkNumbers() {
        if let poolSize = topology.poolSize, poolSize < 1 {
            add(
                "its pool has \(poolSize) connections", remedy: "set pool to 1 or more",
                about: "pool"
            )
        }
        switch topology.flush {
        case .every(let time), .idle(let time):
            guard time <= .zero else { return }
            add("it flushes every 0 s", remedy: "set flush=immediate for that", about: "flush")
        case .immediate, .lifecycle: break
        }
    }

    private mutating func checkAge() {
        guard case .purgeOlder(let age) = topology.history, age <= .zero else { return }
        add(
            "it purges history older than 0 s", remedy: "set history=purge-after-merge for that",
            about: "history")
    }
}
