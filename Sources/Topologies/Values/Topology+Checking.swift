extension Topology {
    /// Makes sure that the fields make a stack.
    ///
    /// - Throws: `TopologyError` with the code `inconsistent`, for the first contradiction.
    package func check() throws(TopologyError) {
        try checkContexts()
        try checkParents()
        try checkCoordinators()
        try checkRoles()
        try checkRoutes()
        try checkMerges()
        try checkSubmission()
        try checkNumbers()
    }

    private func fault(_ message: String, remedy: String) -> TopologyError {
        .inconsistent(name, message, remedy: remedy)
    }

    private var contextList: String {
        "its contexts are " + contexts.map(\.name).joined(separator: ", ")
    }

    private func checkContexts() throws(TopologyError) {
        guard !contexts.isEmpty else {
            throw fault("it has no context", remedy: "give it at least one")
        }
        var seen: Set<String> = []
        for context in contexts where !seen.insert(context.name).inserted {
            throw fault(
                "two contexts are called \(context.name)", remedy: "give each a name of its own")
        }
        for context in contexts where context.name == "coordinator" {
            throw fault(
                "a context is called coordinator", remedy: "that word means the parent of a root")
        }
    }

    private func checkParents() throws(TopologyError) {
        for context in contexts {
            if let parent = context.parentName, self.context(named: parent) == nil {
                throw fault(
                    "the parent of \(context.name), \(parent), is no context of it",
                    remedy: contextList)
            }
        }
        for context in contexts where ancestry(of: context.name).last?.isRoot != true {
            let cycle = ancestry(of: context.name).map(\.name) + [context.name]
            throw fault(
                "its parents form a cycle: \(cycle.joined(separator: " → "))",
                remedy: "let one of them stand on a coordinator")
        }
    }

    private func checkCoordinators() throws(TopologyError) {
        guard coordinators >= 1 else {
            throw fault("it has \(coordinators) coordinators", remedy: "give it 1 or more")
        }
        var used: Set<Int> = []
        for context in contexts {
            guard case .coordinator(let number) = context.parent else { continue }
            guard (1...coordinators).contains(number) else {
                throw fault(
                    "\(context.name) stands on coordinator \(number) of \(coordinators)",
                    remedy: "coordinators count from 1; set coordinators=\(max(number, 1))")
            }
            used.insert(number)
        }
        for number in 1...coordinators where !used.contains(number) {
            throw fault(
                "no context stands on coordinator \(number)",
                remedy: "set coordinators=\(used.count), or put a context on it")
        }
    }

    private func checkRoles() throws(TopologyError) {
        for role in Role.allCases {
            guard role.needsContext else {
                guard roles[role] == nil else {
                    throw fault(
                        "the role \(role.rawValue) has a context", remedy: "it works without one")
                }
                continue
            }
            guard let name = contextName(of: role) else {
                throw fault(
                    "the role \(role.rawValue) has no context",
                    remedy: "map it to one; \(contextList)")
            }
            guard context(named: name) != nil else {
                throw fault(
                    "the role \(role.rawValue) works through \(name), which is no context of it",
                    remedy: contextList)
            }
        }
    }

    private func checkRoutes() throws(TopologyError) {
        var seen: Set<String> = []
        for route in routes {
            guard context(named: route.from) != nil else {
                throw fault(
                    "a route begins at \(route.from), which is no context of it",
                    remedy: contextList)
            }
            guard seen.insert(route.from).inserted else {
                throw fault(
                    "two routes begin at \(route.from)", remedy: "a context has one route")
            }
            try check(route)
        }
    }

    private func check(_ route: SaveRoute) throws(TopologyError) {
        var below = route.from
        for hop in route.hops {
            guard context(named: hop.context) != nil else {
                throw fault(
                    "the route from \(route.from) passes \(hop.context), which is no context of it",
                    remedy: contextList)
            }
            let parent = context(named: below)?.parentName
            guard parent == hop.context else {
                let roots = [below, hop.context].compactMap { ancestry(of: $0).last?.name }
                let detail =
                    roots[0] == roots[1]
                    ? "that is not where \(below) saves into"
                    : "the two have different roots, \(roots[0]) and \(roots[1])"
                throw fault(
                    "the route from \(route.from) goes from \(below) to \(hop.context): \(detail)",
                    remedy: parent.map { "the next hop after \(below) is its parent, \($0)" }
                        ?? "\(below) stands on a coordinator, where its route ends")
            }
            below = hop.context
        }
    }

    private func checkMerges() throws(TopologyError) {
        var seen: Set<[String]> = []
        for merge in merges {
            for end in [merge.from, merge.to] where context(named: end) == nil {
                throw fault(
                    "a merge names \(end), which is no context of it", remedy: contextList)
            }
            guard merge.from != merge.to else {
                throw fault(
                    "\(merge.from) merges its own saves", remedy: "name two different contexts")
            }
            guard seen.insert([merge.from, merge.to]).inserted else {
                throw fault(
                    "the saves of \(merge.from) are merged into \(merge.to) twice",
                    remedy: "one merge for each pair")
            }
            if merge.mode == .automatic { try checkAutomatic(merge) }
        }
    }

    private func checkAutomatic(_ merge: MergeRule) throws(TopologyError) {
        guard let from = context(named: merge.from), let to = context(named: merge.to) else {
            return
        }
        let isFromParent = to.parentName == from.name
        let isFromSibling = to.isRoot && from.isRoot && to.parent == from.parent
        guard isFromParent || isFromSibling else {
            throw fault(
                "\(to.name) cannot merge the saves of \(from.name) automatically",
                remedy: "only those of its parent, or of another context on its coordinator")
        }
    }

    private func checkSubmission() throws(TopologyError) {
        guard submission == .backgroundTask else { return }
        for layout in contexts where isPerTask(layout.name) {
            guard layout.queue == .private, layout.parent == .coordinator(1) else {
                throw fault(
                    "\(layout.name) cannot be the context of background tasks",
                    remedy: "a container makes those on private queues, on its coordinator; set"
                        + " submission=perform")
            }
            if let child = contexts.first(where: { $0.parentName == layout.name }) {
                throw fault(
                    "\(child.name) has a parent that lasts for one background task",
                    remedy: "put it on another, or set submission=perform")
            }
        }
        guard coordinators == 1 else {
            throw fault(
                "a container has one coordinator, and this has \(coordinators)",
                remedy: "set submission=perform")
        }
        guard routeStyle == .direct else {
            throw fault(
                "a background task's context is gone when the task is done",
                remedy: "set route=direct, so that it is saved in the task")
        }
    }

    private func checkNumbers() throws(TopologyError) {
        if let poolSize, poolSize < 1 {
            throw fault(
                "its pool has \(poolSize) connections", remedy: "set pool to 1 or more")
        }
        switch flush {
        case .every(let time), .idle(let time):
            guard time > .zero else {
                throw fault("it flushes every 0 s", remedy: "set flush=immediate for that")
            }
        case .immediate, .lifecycle: break
        }
    }
}
