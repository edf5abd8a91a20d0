// A save: to the store, or one level up.
extension LifeWorld {
    enum Outcome: Equatable {
        case saved
        case conflict
    }

    /// The changes that a context would save.
    func changes(of context: Int) -> Saved {
        func numbers(_ fits: (LifeEntry) -> Bool) -> Set<Int> {
            Set(contexts[context].filter { fits($0.value) && !$0.value.isGone }.keys)
        }
        return Saved(
            inserted: numbers { $0.isInserted && !$0.isDeleted },
            updated: numbers { $0.isUpdated && !$0.isInserted && !$0.isDeleted },
            deleted: numbers { $0.isDeleted && !$0.isInserted })
    }

    private func hasConflicts(_ changes: Saved, in context: Int) -> Bool {
        let updated = changes.updated.filter { contexts[context][$0]!.hasStoredChanges }
        return updated.union(changes.deleted).contains {
            rows[$0]?.version != contexts[context][$0]!.base!.version
        }
    }

    mutating func save(_ context: Int) throws -> Outcome {
        try endEvent(context)
        forgetVanished(in: context)
        for number in changes(of: context).updated.sorted() {
            readOutdated(number, in: context)
        }
        if !changes(of: context).isEmpty {
            try willSave(in: context)
            try endEvent(context)
        }
        let changes = changes(of: context)
        if let parent = parent(context) {
            if !changes.isEmpty {
                try push(changes, from: context, to: parent)
                try endEvent(parent)
            }
        } else {
            if hasConflicts(changes, in: context) { return .conflict }
            write(changes, of: context)
        }
        for number in changes.inserted.union(changes.updated) {
            contexts[context][number]!.settle()
        }
        for number in changes.deleted { contexts[context][number] = nil }
        for (number, entry) in contexts[context] where entry.isDeletedByMerge {
            contexts[context][number]!.isDeletedByMerge = false
        }
        heard[context].saves.append(changes)
        saves[context] = changes
        // Merges come when the block that saved has ended, and with it what nothing holds.
        purge()
        guard !changes.isEmpty else { return .saved }
        for other in program.contexts.indices
        where program.contexts[other].isAutomatic && isMergeable(from: context, into: other) {
            if program.contexts[other].isMain {
                mainMerges.append(Merge(context: other, saved: changes))
            } else {
                try merge(changes, into: other)
            }
        }
        return .saved
    }

    /// No store ever had objects that were inserted and deleted without a save.
    private mutating func forgetVanished(in context: Int) {
        contexts[context] = contexts[context].filter {
            !($0.value.isInserted && $0.value.isDeleted)
        }
    }

    private mutating func willSave(in context: Int) throws {
        let changes = changes(of: context)
        for number in changes.inserted.union(changes.updated).sorted() {
            let own = contexts[context][number]!.own!
            let digit = own[.x].map { $0 % 10 }
            if own.flags & LifeItem.Flags.setsInWillSave != 0, own[.w] != digit {
                try set(number, .w, digit, in: context)
            }
            if own.flags & LifeItem.Flags.setsPrimitiveInWillSave != 0, own[.p] != own[.x] {
                setPrimitive(number, .p, own[.x], in: context)
            }
        }
    }

    private mutating func write(_ changes: Saved, of context: Int) {
        for number in changes.inserted.union(changes.updated) {
            var entry = contexts[context][number]!
            guard entry.isInserted || entry.hasStoredChanges else { continue }
            entry.own!.version = entry.isInserted ? 1 : entry.base!.version + 1
            contexts[context][number] = entry
            rows[number] = entry.own!.stored
        }
        for number in changes.deleted { rows[number] = nil }
    }

    // MARK: One level up

    private mutating func push(_ changes: Saved, from context: Int, to parent: Int) throws {
        let entries = contexts[context]
        for number in changes.inserted.sorted() {
            var copy = LifeEntry(entries[number]!.kind)
            copy.isInserted = true
            copy.isOriginal = true
            copy.isFault = false
            copy.insertions = 1
            copy.own = entries[number]!.own
            copy.own![.box] = nil
            contexts[parent][number] = copy
            events[parent].inserted.insert(number)
        }
        for number in changes.updated.sorted() {
            register(number, entries[number]!.kind, in: parent)
        }
        for number in changes.inserted.union(changes.updated).sorted()
        where contexts[parent][number]!.isAlive {
            let entry = entries[number]!
            if !entry.isInserted {
                for property in entry.dirty where property != .box {
                    try set(number, property, entry.own![property], in: parent)
                }
            }
            if entry.isInserted || entry.dirty.contains(.box) {
                let box = entry.own![.box].flatMap { isAlive($0, in: parent) ? $0 : nil }
                try relate(number, to: box, in: parent)
            }
        }
        for number in changes.deleted.sorted() {
            register(number, entries[number]!.kind, in: parent)
            if contexts[parent][number]!.isAlive { try delete(number, in: parent) }
        }
    }

    private func isAlive(_ number: Int, in context: Int) -> Bool {
        contexts[context][number]?.isAlive ?? true
    }
}
