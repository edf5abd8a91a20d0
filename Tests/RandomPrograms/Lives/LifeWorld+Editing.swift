// Edits in one context, and the end of its event.
extension LifeWorld {
    mutating func set(
        _ number: Int, _ property: Property, _ value: Int?, in context: Int
    ) throws {
        try fire(number, in: context)
        contexts[context][number]!.own![property] = value
        contexts[context][number]!.dirty.insert(property)
        contexts[context][number]!.unknown.remove(property)
        touch(number, in: context)
    }

    /// Changes a value without a notification: an object that is saved for other reasons takes it
    /// along.
    mutating func setPrimitive(
        _ number: Int, _ property: Property, _ value: Int?, in context: Int
    ) {
        contexts[context][number]!.own![property] = value
        contexts[context][number]!.dirty.insert(property)
        contexts[context][number]!.unknown.remove(property)
    }

    /// Insert and update before a save count as inserted only.
    mutating func touch(_ number: Int, in context: Int) {
        if contexts[context][number]!.isInserted {
            if !events[context].inserted.contains(number) {
                events[context].updated.insert(number)
            }
        } else {
            contexts[context][number]!.isUpdated = true
            events[context].updated.insert(number)
        }
    }

    mutating func relate(_ item: Int, to box: Int?, in context: Int) throws {
        try fire(item, in: context)
        let former = contexts[context][item]!.own![.box]
        guard former != box else { return }
        try set(item, .box, box, in: context)
        if let former { try noteMember(item, of: former, isAdded: false, in: context) }
        if let box { try noteMember(item, of: box, isAdded: true, in: context) }
    }

    private mutating func noteMember(
        _ item: Int, of box: Int, isAdded: Bool, in context: Int
    ) throws {
        register(box, .box, in: context)
        guard !contexts[context][box]!.isGone else { return }
        try fire(box, in: context)
        relatedBoxes.insert(box)
        if isAdded {
            let wasRemoved = contexts[context][box]!.removed.remove(item) != nil
            if !wasRemoved { contexts[context][box]!.added.insert(item) }
        } else {
            let wasAdded = contexts[context][box]!.added.remove(item) != nil
            if !wasAdded { contexts[context][box]!.removed.insert(item) }
        }
        touch(box, in: context)
    }

    // MARK: Deleting

    mutating func delete(_ number: Int, in context: Int) throws {
        guard let entry = contexts[context][number], !entry.isGone else { return }
        contexts[context][number]!.deletions += 1
        guard !entry.isDeleted else { return }
        try fire(number, in: context)
        contexts[context][number]!.isDeleted = true
        events[context].deleted.insert(number)
        events[context].unpropagated.append(number)
    }

    private mutating func propagateDeletes(in context: Int) throws {
        var next = 0
        while next < events[context].unpropagated.count {
            let number = events[context].unpropagated[next]
            next += 1
            guard let entry = contexts[context][number], entry.isDeleted else { continue }
            if entry.kind == .box {
                let items = contexts[context].filter {
                    $0.value.isAlive && $0.value.own?[.box] == number
                }
                for item in items.keys.sorted() { try delete(item, in: context) }
            } else if let box = entry.own![.box], contexts[context][box]?.isAlive ?? true {
                try noteMember(number, of: box, isAdded: false, in: context)
            }
        }
        events[context].unpropagated = []
    }

    // MARK: The end of an event

    /// Applies delete rules and announces what changed.
    mutating func endEvent(_ context: Int) throws {
        try propagateDeletes(in: context)
        announce(context)
    }

    /// Announces the changes; the delete rules of deleted objects wait.
    mutating func announce(_ context: Int) {
        let event = events[context]
        guard !event.all.isEmpty else { return }
        events[context] = Event()
        events[context].unpropagated = event.unpropagated
        func isAlive(_ number: Int) -> Bool { contexts[context][number]?.isAlive ?? false }
        let inserted = event.inserted.filter(isAlive)
        let deleted = event.deleted.subtracting(event.inserted)
        let others = event.updated.filter(isAlive).union(event.refreshed)
            .subtracting(event.inserted).subtracting(deleted)
        let told = inserted.union(deleted).union(others)
        if !told.isEmpty { heard[context].changes.append(told) }
        follow(present: inserted.union(others).filter(isAlive), absent: event.deleted, in: context)
        purge()
    }

    /// The calls of the context's controller for an event.
    private mutating func follow(present: Set<Int>, absent: Set<Int>, in context: Int) {
        guard program.contexts[context].hasController else { return }
        for number in absent { lists[context].remove(number) }
        for number in present.sorted() where contexts[context][number]!.kind == .item {
            // It sorts by a value, which it has to read.
            if contexts[context][number]!.own == nil {
                guard let row = row(number, in: parent(context)) else {
                    lists[context].remove(number)
                    continue
                }
                contexts[context][number]!.take(row)
            }
            if lists[context].insert(number).inserted { continue }
            updates[context][number, default: 0] += 1
        }
    }

    /// Ends the turn of the run loop: the waiting blocks of the main queue run, and changes there
    /// without `perform` are announced.
    mutating func turn() throws {
        for context in program.contexts.indices where program.contexts[context].isMain {
            try endEvent(context)
        }
        let merges = mainMerges
        mainMerges = []
        for merge in merges { try self.merge(merge.saved, into: merge.context) }
        for context in program.contexts.indices where program.contexts[context].isMain {
            try endEvent(context)
        }
    }
}
