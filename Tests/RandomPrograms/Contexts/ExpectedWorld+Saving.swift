// A save: to the store, or one level up.
extension ExpectedWorld {
    enum Outcome: Equatable {
        case nothing
        case saved
        case conflict
    }

    /// The changes that a context would save.
    func changes(of context: Int) -> Saved {
        let entries = contexts[context].sorted { $0.key < $1.key }
        func numbers(_ fits: (ExpectedEntry) -> Bool) -> [Int] {
            entries.filter { fits($0.value) && !$0.value.isGone }.map(\.key)
        }
        return Saved(
            inserted: numbers { $0.isInserted && !$0.isDeleted },
            updated: numbers { $0.isUpdated && !$0.isInserted && !$0.isDeleted },
            deleted: numbers { $0.isDeleted && !$0.isInserted })
    }

    /// The policy by which a save is judged.
    ///
    /// The effect of policies on changed relationships, and on those of an object that another
    /// context deleted, is not documented: such conflicts are left to the error policy.
    func policy(_ policy: Program.Policy, in context: Int) -> Program.Policy {
        guard parent(context) == nil else { return policy }
        let undecided = conflicts(in: context).contains { number in
            let entry = contexts[context][number]!
            if entry.hasRelationshipChanges { return true }
            guard entry.isDeleted || rows[number] == nil else { return false }
            return entry.base!.author != nil || rows[number]?.author != nil
                || !(entry.members ?? []).isEmpty
        }
        return undecided ? .error : policy
    }

    private func conflicts(in context: Int) -> [Int] {
        let changes = changes(of: context)
        return (changes.updated + changes.deleted).filter {
            rows[$0]?.version != contexts[context][$0]!.base!.version
        }
    }

    mutating func save(_ context: Int, _ policy: Program.Policy) throws -> Outcome {
        // No store ever had objects that were inserted and deleted without a save.
        contexts[context] = contexts[context].filter {
            !($0.value.isInserted && $0.value.isDeleted)
        }
        var changes = changes(of: context)
        guard !changes.inserted.isEmpty || !changes.updated.isEmpty || !changes.deleted.isEmpty
        else { return .nothing }
        if let parent = parent(context) {
            try push(changes, from: context, to: parent)
        } else {
            let conflicts = conflicts(in: context)
            if !conflicts.isEmpty && policy == .error { return .conflict }
            for number in conflicts { settle(number, policy, in: context) }
            changes = self.changes(of: context)
            write(changes, of: context)
        }
        for number in changes.inserted + changes.updated { contexts[context][number]!.settle() }
        for number in changes.deleted { contexts[context][number] = nil }
        saves[context] = changes
        if parent(context) == nil { estrange(below: context) }
        // Merges come after the saving block, with which objects that are not held have gone.
        purge()
        for other in program.contexts.indices where program.contexts[other].isAutomatic {
            if canMerge(other, from: context) { try merge(other, from: context) }
        }
        return .saved
    }

    private mutating func settle(_ number: Int, _ policy: Program.Policy, in context: Int) {
        var entry = contexts[context][number]!
        let keepsOwn = policy == .objectTrump || policy == .overwrite
        guard let newest = rows[number] else {
            // Deleted by others: inserted again where this context insists on its changes.
            if keepsOwn && !entry.isDeleted {
                entry.settle()
                entry.isInserted = true
                contexts[context][number] = entry
            } else {
                contexts[context][number]!.revert()
                markGone(number, in: context)
            }
            return
        }
        if entry.isDeleted {
            entry.rebase(onto: newest)
            if !keepsOwn { entry.revert() }
            contexts[context][number] = entry
            return
        }
        switch policy {
        case .error, .objectTrump: break
        case .storeTrump: entry.dirty = entry.dirty.filter { newest[$0] == entry.base![$0] }
        case .overwrite: entry.dirty = Set(Program.Property.allCases)
        case .rollback:
            entry.base = newest
            entry.revert()
            contexts[context][number] = entry
            return
        }
        entry.rebase(onto: newest, keepsAll: policy == .overwrite)
        contexts[context][number] = entry
    }

    private mutating func write(_ changes: Saved, of context: Int) {
        for number in changes.inserted + changes.updated {
            var entry = contexts[context][number]!
            let version = entry.isInserted ? 1 : entry.base!.version + 1
            entry.own!.version = version
            entry.own!.kind = entry.kind
            contexts[context][number] = entry
            rows[number] = entry.own
            guard entry.kind != .author else { continue }
            for member in entry.added { pairs.insert(pair(number, member, entry.kind)) }
            for member in entry.removed { pairs.remove(pair(number, member, entry.kind)) }
        }
        for number in changes.deleted {
            rows[number] = nil
            pairs = pairs.filter { $0.book != number && $0.tag != number }
        }
    }

    private func pair(_ number: Int, _ member: Int, _ kind: Program.Kind) -> Pair {
        kind == .book ? Pair(book: number, tag: member) : Pair(book: member, tag: number)
    }

    /// With temporary IDs, a save to the store leaves the contexts below with objects of other IDs.
    ///
    /// Clean contexts start over; the others may only finish what they have begun.
    private mutating func estrange(below root: Int) {
        guard !program.usesPermanentIDs else { return }
        for context in program.contexts.indices where program.isContext(context, below: root) {
            saves[context] = nil
            if contexts[context].values.contains(where: { $0.isPending && !$0.isGone }) {
                estranged.insert(context)
            } else {
                contexts[context] = [:]
                restarted.append(context)
            }
        }
    }

    /// Whether a context is estranged, or reads through one that is.
    func isEstranged(_ context: Int) -> Bool {
        estranged.contains { $0 == context || program.isContext(context, below: $0) }
    }

    // MARK: One level up

    private mutating func push(_ changes: Saved, from context: Int, to parent: Int) throws {
        let entries = contexts[context]
        for number in changes.inserted {
            var copy = ExpectedEntry(entries[number]!.kind)
            copy.isInserted = true
            copy.isFault = false
            copy.own = entries[number]!.own
            copy.own!.author = nil
            contexts[parent][number] = copy
        }
        for number in changes.updated { register(number, entries[number]!.kind, in: parent) }
        for number in changes.inserted + changes.updated where isAlive(number, in: parent) {
            let entry = entries[number]!
            for property in entry.dirty.sorted(by: { $0.rawValue < $1.rawValue })
            where property != .author && !entry.isInserted {
                try set(number, property, entry.own![property], in: parent)
            }
            if entry.kind == .book, entry.isInserted || entry.dirty.contains(.author) {
                let author = entry.own!.author.flatMap { isAlive($0, in: parent) ? $0 : nil }
                try relate(number, to: author, in: parent)
            }
        }
        for number in changes.inserted + changes.updated where isAlive(number, in: parent) {
            try pushMembers(of: number, entries[number]!, to: parent)
        }
        for number in changes.deleted {
            register(number, entries[number]!.kind, in: parent)
            try delete(number, in: parent)
        }
    }

    private mutating func pushMembers(
        of number: Int, _ entry: ExpectedEntry, to parent: Int
    ) throws {
        for member in entry.removed.sorted() {
            // Objects that the child made and deleted again are unknown above.
            let isKnown = contexts[parent][member] != nil || row(member, in: parent) != nil
            guard isKnown else { continue }
            try remove(member, from: number, in: parent)
        }
        for member in entry.added.sorted() where isAlive(member, in: parent) {
            try add(member, to: number, in: parent)
        }
    }
}
