/// What a stack that merges by history has in Swift.
extension TopologySketch {
    func isPinned(_ context: String) -> Bool {
        topology.context(named: context)?.generation == .pinned
    }

    func followingProperties(of follower: String) -> [String] {
        (topology.historyReading == .apart
            ? ["private let \(reader(of: follower)): NSManagedObjectContext"] : [])
            + ["private var \(variable(follower))Token: NSPersistentHistoryToken?"]
    }

    /// The context that reads history for a follower, which is no context of the topology.
    func readerMade(beside follower: String) -> [String] {
        guard topology.historyReading == .apart else { return [] }
        let (name, reader) = (variable(follower), reader(of: follower))
        return [
            "\(reader) = NSManagedObjectContext(.privateQueue)",
            "\(reader).persistentStoreCoordinator = \(name).persistentStoreCoordinator",
        ]
    }

    private func reader(of follower: String) -> String {
        topology.historyReading == .apart ? variable(follower) + "History" : variable(follower)
    }

    /// In `init`, after all contexts were made.
    func observesHistory(of follower: String) -> [String] {
        let name = variable(follower)
        return [
            "let coordinatorOf\(title(follower)) = \(name).persistentStoreCoordinator",
            "\(name)Token =",
            "    coordinatorOf\(title(follower))?.currentPersistentHistoryToken(fromStores: nil)",
            "observers.append(", "    NotificationCenter.default.addObserver(",
            "        forName: .NSPersistentStoreRemoteChange,",
            "        object: coordinatorOf\(title(follower)), queue: nil",
            "    ) { [weak self] _ in",
            "        self?.follow\(title(follower))()",
            "    })",
        ]
    }

    /// The method that a remote-change notification calls.
    func follow(_ follower: String) -> [String] {
        let isApart = topology.historyReading == .apart
        let (name, token) = (variable(follower), variable(follower) + "Token")
        let reader = reader(of: follower)
        var lines = [
            "/// Merges what others have committed since the last time.",
            "private func follow\(title(follower))() {",
            "    \(reader).perform { [self] in",
            "        let request = NSPersistentHistoryChangeRequest.fetchHistory(after: \(token))",
            "        let result = try? \(reader).execute(request) as? NSPersistentHistoryResult",
            "        let found = result?.result as? [NSPersistentHistoryTransaction] ?? []",
            "        guard let last = found.last else { return }",
            "        \(token) = last.token",
            "        let followed = \(authors(of: follower))",
            "        let others = found.filter { followed.contains($0.author ?? \"\") }",
        ]
        if isApart {
            lines += ["        \(name).\(method(of: follower)) { [self] in"]
            lines += merging(into: follower).map { "            " + $0 }
            lines += purge(on: reader, isOnIt: false).map { "            " + $0 }
            lines.append("        }")
        } else {
            lines += merging(into: follower).map { "        " + $0 }
            lines += purge(on: reader, isOnIt: true).map { "        " + $0 }
        }
        return lines + ["    }", "}"]
    }

    private func title(_ context: String) -> String {
        let name = variable(context)
        return name.prefix(1).uppercased() + name.dropFirst()
    }

    private func rules(of follower: String) -> [MergeRule] {
        topology.merges.filter { $0.mode == .history && $0.to == follower }
    }

    private func authors(of follower: String) -> String {
        let roots = rules(of: follower).compactMap { topology.ancestry(of: $0.from).last?.name }
        return "[" + roots.map { "\"\($0)\"" }.joined(separator: ", ") + "]"
    }

    private func method(of follower: String) -> String {
        rules(of: follower).first?.delivery == .performAndWait ? "performAndWait" : "perform"
    }

    private func merging(into follower: String) -> [String] {
        let name = variable(follower)
        let parent = topology.context(named: follower)?.parent
        let isElsewhere = rules(of: follower).contains {
            topology.ancestry(of: $0.from).last?.parent != parent
        }
        guard isElsewhere else {
            return [
                "for transaction in others {",
                "    let note = transaction.objectIDNotification()",
                "    \(name).mergeChanges(fromContextDidSave: note)", "}",
            ]
        }
        return [
            "for transaction in others {",
            "    let note = transaction.objectIDNotification()",
            "    // Another coordinator has left this one's row cache as it was.",
            "    NSManagedObjectContext.mergeChanges(",
            "        fromRemoteContextSave: note.userInfo ?? [:], into: [\(name)])", "}",
        ]
    }

    /// The deletion of what is merged.
    private func purge(on reader: String, isOnIt: Bool) -> [String] {
        let anchor: String
        switch topology.history {
        case .off, .keep: return []
        case .purgeAfterMerge: anchor = "last"
        case .purgeOlder(let age):
            anchor = "last.timestamp.addingTimeInterval(-\(age / .seconds(1)))"
        }
        let lines = [
            "let purge = NSPersistentHistoryChangeRequest.deleteHistory(before: \(anchor))"
        ]
        let deletion = "_ = try? \(reader).execute(purge)"
        return lines + [isOnIt ? deletion : "\(reader).perform { [self] in \(deletion) }"]
    }
}
