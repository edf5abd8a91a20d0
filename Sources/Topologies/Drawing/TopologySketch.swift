import Results

/// A topology as Swift: the class that an app would write for it, with Apple's interface.
///
/// Made from the value, so that a variant is sketched as it is. What the lab does beside it is left
/// out: errors are thrown or given up, and a timer is a comment.
package struct TopologySketch {
    let topology: Topology

    /// - Precondition: `topology.check()` holds.
    package init(_ topology: Topology) {
        self.topology = topology
    }

    /// The lines of the source.
    package var lines: [String] {
        guard topology.maker == .fields else {
            return ["// \(topology.name) is written in Swift: \(topology.origin)"]
        }
        let members = [properties, initialiser] + topology.historyFollowers.map(follow) + saves
        let body = members.joined(separator: [""]).map(Self.indented)
        return ["import CoreData", "", "final class \(typeName) {"] + body + ["}"]
    }

    /// `PrivateWriterStack`.
    private var typeName: String {
        let words = topology.name.split { !$0.isLetter && !$0.isNumber }
        return words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() + "Stack"
    }

    private static func indented(_ line: String) -> String { line.isEmpty ? "" : "    " + line }

    /// `let` names cannot hold what context names may.
    func variable(_ context: String) -> String {
        let words = context.split { !$0.isLetter && !$0.isNumber }
        guard let first = words.first else { return "context" }
        return first.lowercased()
            + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    // MARK: Properties

    private var properties: [String] {
        topology.contexts.map { context in
            "let \(variable(context.name)): NSManagedObjectContext"
        }
            + topology.historyFollowers.flatMap(followingProperties)
            + (observes ? ["private var observers: [any NSObjectProtocol] = []"] : [])
    }

    private var initialiser: [String] {
        let many = topology.coordinators > 1
        let parameters =
            many
            ? "_ coordinators: [NSPersistentStoreCoordinator]"
            : "_ coordinator: NSPersistentStoreCoordinator"
        var lines: [String] = []
        if let size = topology.poolSize {
            lines.append("// The store was added with a pool of \(size) connections.")
        }
        if topology.history != .off {
            lines.append(
                "// The store was added with NSPersistentHistoryTrackingKey"
                    + (topology.followsHistory ? " and" : "."))
            if topology.followsHistory {
                lines.append("// NSPersistentStoreRemoteChangeNotificationPostOptionKey.")
            }
        }
        lines.append("init(\(parameters)) {")
        for context in topology.contexts { lines += made(context).map(Self.indented) }
        for context in topology.contexts where context.generation == .pinned {
            let name = variable(context.name)
            lines.append("    \(name).performAndWait { [\(name)] in")
            lines.append("        try? \(name).setQueryGenerationFrom(.current)")
            lines.append("    }")
        }
        for follower in topology.historyFollowers {
            lines += readerMade(beside: follower).map(Self.indented)
        }
        for follower in topology.historyFollowers {
            lines += observesHistory(of: follower).map(Self.indented)
        }
        lines += topology.merges.flatMap(merge).map(Self.indented)
        return lines + ["}"]
    }

    private func made(_ context: ContextLayout) -> [String] {
        let name = variable(context.name)
        let type = context.queue == .main ? "main" : "private"
        var lines = ["\(name) = NSManagedObjectContext(.\(type)Queue)"]
        switch context.parent {
        case .context(let parent): lines.append("\(name).parent = \(variable(parent))")
        case .coordinator(let number):
            let coordinator =
                topology.coordinators > 1 ? "coordinators[\(number - 1)]" : "coordinator"
            lines.append("\(name).persistentStoreCoordinator = \(coordinator)")
        }
        if let policy = context.mergePolicy.sketched {
            lines.append("\(name).mergePolicy = NSMergePolicy.\(policy)")
        }
        if topology.history != .off {
            lines.append("\(name).transactionAuthor = \"\(context.name)\"")
        }
        if context.saves == .atTermination {
            lines.append("// \(name) is not saved before the app ends.")
        }
        return lines
    }

    // MARK: Merges

    private var observes: Bool { topology.merges.contains { $0.mode != .automatic } }

    private func merge(_ rule: MergeRule) -> [String] {
        // One observer serves all that a context merges by history.
        if rule.mode == .history { return [] }
        let (from, to) = (variable(rule.from), variable(rule.to))
        if rule.mode == .automatic { return ["\(to).automaticallyMergesChangesFromParent = true"] }
        let method = rule.delivery == .perform ? "perform" : "performAndWait"
        let note = rule.mode == .refetch ? "_" : "note"
        return [
            "observers.append(", "    NotificationCenter.default.addObserver(",
            "        forName: .NSManagedObjectContextDidSave, object: \(from), queue: nil",
            "    ) { [\(to)] \(note) in",
        ] + body(of: rule, to, method).map { Self.indented(Self.indented($0)) } + ["    })"]
    }

    private func body(of rule: MergeRule, _ to: String, _ method: String) -> [String] {
        switch rule.mode {
        case .automatic, .history: []
        case .didSave:
            ["\(to).\(method) { \(to).mergeChanges(fromContextDidSave: note) }"]
        case .didSaveFaulting:
            [
                "\(to).\(method) {",
                "    let updated = note.userInfo?[NSUpdatedObjectsKey] as? Set<NSManagedObject>",
                "    for object in updated ?? [] {",
                "        // Fires the fault, so that a list learns of it.",
                "        \(to).object(with: object.objectID).willAccessValue(forKey: nil)",
                "    }",
                "    \(to).mergeChanges(fromContextDidSave: note)",
                "}",
            ]
        case .objectIDs:
            [
                "let changes = note.userInfo ?? [:]",
                "NSManagedObjectContext.mergeChanges(",
                "    fromRemoteContextSave: changes, into: [\(to)])",
            ]
        case .refetch:
            isPinned(rule.to)
                ? [
                    "\(to).\(method) {", "    try? \(to).setQueryGenerationFrom(.current)",
                    "    \(to).refreshAllObjects()", "}", "// Then fetch again.",
                ]
                : ["\(to).\(method) { \(to).refreshAllObjects() }", "// Then fetch again."]
        }
    }

    // MARK: Saves

    /// A method for each context that a role saves.
    private var saves: [[String]] {
        var seen: Set<String> = []
        let contexts = Role.allCases.filter(\.needsContext).compactMap {
            topology.contextName(of: $0)
        }
        return contexts.filter { seen.insert($0).inserted }.map(save)
    }

    private func save(_ context: String) -> [String] {
        let name = variable(context)
        let title = name.prefix(1).uppercased() + name.dropFirst()
        guard topology.context(named: context)?.saves == .onRequest else {
            return [
                "/// Nothing: \(name) is saved when the app ends.", "func save\(title)() {}",
            ]
        }
        var lines = ["/// Call it on the queue of \(name).", "func save\(title)() throws {"]
        if topology.savesOnlyIfChanged {
            lines.append("    guard \(name).hasChanges else { return }")
        }
        lines.append("    try \(name).save()")
        let route = topology.route(from: context)
        for hop in route.hops {
            let target = variable(hop.context)
            switch hop.manner {
            case .wait: lines.append("    try \(target).performAndWait { try \(target).save() }")
            case .enqueue:
                if topology.flushedContext(of: route) == hop.context,
                    topology.flush != .immediate
                {
                    lines.append("    // Not at once, but \(topology.flush).")
                }
                lines.append("    \(target).perform { [\(target)] in try? \(target).save() }")
            }
        }
        return lines + ["}"]
    }
}

extension MergePolicyName {
    /// Apple's name of the policy's instance; `nil` for the one that contexts begin with.
    fileprivate var sketched: String? {
        switch self {
        case .error: nil
        case .storeTrump: "mergeByPropertyStoreTrump"
        case .objectTrump: "mergeByPropertyObjectTrump"
        case .overwrite: "overwrite"
        case .rollback: "rollback"
        }
    }
}
