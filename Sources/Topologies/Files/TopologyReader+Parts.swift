import Documents
import Results

/// The keys that hold lists and mappings.
extension TopologyReader {
    func readContexts(_ node: DocumentNode) throws -> [ContextLayout] {
        var issues = DocumentIssues()
        let contexts = try node.elements().compactMap { element in
            try issues.collect { try readContext(element) }
        }
        try issues.throwIfAny()
        return contexts
    }

    private func readContext(_ node: DocumentNode) throws -> ContextLayout {
        var issues = DocumentIssues()
        let mapping = try node.mapping()
        let name = try issues.collect {
            try Self.name(mapping.require("name"), what: "a context")
        }
        let queue = try issues.collect {
            try mapping.require("queue").name(of: ContextLayout.Queue.self, what: "queue")
        }
        var context = ContextLayout(name ?? "", queue ?? .private)
        try issues.collect {
            guard let node = mapping.optional("parent") else { return }
            context.parent = try readParent(node)
        }
        try issues.collect {
            guard let node = mapping.optional("merge-policy") else { return }
            context.mergePolicy = try node.name(of: MergePolicyName.self, what: "merge policy")
        }
        try issues.collect {
            guard let node = mapping.optional("saves") else { return }
            context.saves = try node.name(of: ContextLayout.Saves.self, what: "time of saving")
        }
        try issues.collect {
            guard let node = mapping.optional("generation") else { return }
            context.generation = try node.name(
                of: ContextLayout.Generation.self, what: "generation")
        }
        try issues.collect { try mapping.finish() }
        try issues.throwIfAny()
        return context
    }

    private func readParent(_ node: DocumentNode) throws -> ContextLayout.Parent {
        let text = try node.string()
        guard let parent = ContextLayout.Parent(text) else {
            throw DocumentError.invalid(
                node, "“\(text)” is not a parent",
                remedy: "write coordinator, coordinator 2 or the name of a context")
        }
        return parent
    }

    func readRoles(_ node: DocumentNode) throws -> [Role: String] {
        var issues = DocumentIssues()
        var roles: [Role: String] = [:]
        let acting = Role.allCases.filter(\.needsContext).map(\.rawValue)
        for entry in try node.mapping().all() {
            try issues.collect {
                guard let role = Role(rawValue: entry.key), role.needsContext else {
                    throw DocumentError.unknownName(
                        entry.key, what: "role with a context", at: entry.keyPosition,
                        path: entry.value.path, known: acting)
                }
                roles[role] = try entry.value.string()
            }
        }
        try issues.throwIfAny()
        return roles
    }

    // MARK: Routes

    func readRoutes(_ node: DocumentNode) throws -> [SaveRoute] {
        var issues = DocumentIssues()
        let routes = try node.mapping().all().compactMap { entry in
            try issues.collect { SaveRoute(from: entry.key, try readHops(entry.value)) }
        }
        try issues.throwIfAny()
        return routes
    }

    private func readHops(_ node: DocumentNode) throws -> [SaveRoute.Hop] {
        let text = try node.string()
        if let hops = SaveRoute.hops(text) { return hops }
        let words = text.split(separator: " ").map(String.init)
        // Where a hop begins stands its manner; behind a hop stands `then`.
        for (place, word) in words.enumerated() where place % 3 != 1 {
            let known = place % 3 == 0 ? SaveRoute.Hop.Manner.allCases.map(\.rawValue) : ["then"]
            guard !known.contains(word) else { continue }
            throw DocumentError.unknownName(
                word, what: place % 3 == 0 ? "manner of a hop" : "word after a hop",
                at: node.position, path: node.path, known: known)
        }
        throw DocumentError.invalid(
            node, "“\(text)” ends in the middle of a hop",
            remedy: "write none, or such as wait main then enqueue writer")
    }

    // MARK: Merges

    func readMerges(_ node: DocumentNode) throws -> [MergeRule] {
        var issues = DocumentIssues()
        let merges = try node.elements().compactMap { element in
            try issues.collect { try readMerge(element) }
        }
        try issues.throwIfAny()
        return merges
    }

    private func readMerge(_ node: DocumentNode) throws -> MergeRule {
        var issues = DocumentIssues()
        let mapping = try node.mapping()
        let from = try issues.collect { try mapping.require("from").string() }
        let to = try issues.collect { try mapping.require("to").string() }
        var merge = MergeRule(from: from ?? "", to: to ?? "")
        try issues.collect {
            guard let node = mapping.optional("mode") else { return }
            merge.mode = try node.name(of: MergeRule.Mode.self, what: "mode of merging")
        }
        try issues.collect {
            guard let node = mapping.optional("by") else { return }
            merge.delivery = try node.name(of: MergeRule.Delivery.self, what: "delivery of merges")
        }
        try issues.collect { try mapping.finish() }
        try issues.throwIfAny()
        return merge
    }
}
