// Merging, refreshing, giving up.
extension LifeWorld {
    /// Siblings merge each other's saves, children those of their parent.
    func isMergeable(from other: Int, into context: Int) -> Bool {
        guard context != other else { return false }
        return parent(context) == other || (parent(context) == nil && parent(other) == nil)
    }

    mutating func merge(_ saved: Saved, into context: Int) throws {
        for number in saved.inserted { mergeInserted(number, in: context) }
        for number in saved.updated {
            guard let entry = contexts[context][number], entry.isAlive else { continue }
            mergeUpdated(number, in: context)
        }
        for number in saved.deleted { markGone(number, in: context) }
        // Delete rules look at relationships, which a child would have to ask its parent for.
        if parent(context) == nil { try endEvent(context) } else { announce(context) }
        showUpdated(saved.updated, in: context)
        heard[context].merges.append(saved.updated.count)
        // Drop objects that are neither shown nor held.
        purge()
    }

    /// A controller also looks for updated objects that its context does not have.
    private mutating func showUpdated(_ updated: Set<Int>, in context: Int) {
        guard program.contexts[context].hasController else { return }
        for number in updated.sorted() where kinds[number] == .item {
            guard contexts[context][number] == nil,
                let row = row(number, in: parent(context))
            else { continue }
            register(number, .item, in: context)
            contexts[context][number]!.take(row)
            lists[context].insert(number)
        }
    }

    private mutating func mergeInserted(_ number: Int, in context: Int) {
        if parent(context) != nil, let entry = contexts[context][number], entry.isAlive,
            entry.own != nil
        {
            // A child knows objects that it has read or inserted itself.
            return mergeUpdated(number, in: context)
        }
        let isKnown = contexts[context][number] != nil
        guard isKnown || isHeard(context) else { return }
        register(number, kinds[number]!, in: context)
        events[context].inserted.insert(number)
    }

    /// Whether an observer receives the changes of a context.
    private func isHeard(_ context: Int) -> Bool {
        program.features.contains(.notes) || program.contexts[context].hasController
    }

    /// A child makes faults of its unchanged objects, and reads nothing: its parent may wait for it
    /// at this moment.
    private mutating func mergeUpdated(_ number: Int, in context: Int) {
        let entry = contexts[context][number]!
        // A later save may have deleted it, which a later merge will bring.
        var copy = self
        if program.contexts[context].hasController,
            copy.row(number, in: parent(context)) != nil
        {
            events[context].refreshed.insert(number)
        }
        guard parent(context) != nil else { return reload(number, in: context) }
        if entry.isInserted { return }
        if entry.isFault {
            contexts[context][number]!.base = nil
            contexts[context][number]!.own = nil
        } else {
            if entry.isPending {
                contexts[context][number]!.isOutdated = true
            } else {
                contexts[context][number]!.turnIntoFault()
            }
            events[context].refreshed.insert(number)
        }
    }

    /// Reads the newest values under the unsaved ones; a fault reads them when it is fired.
    ///
    /// The documentation leaves the fate of a clean object's transient values open.
    mutating func reload(_ number: Int, in context: Int) {
        guard !contexts[context][number]!.isFault else {
            contexts[context][number]!.base = nil
            contexts[context][number]!.own = nil
            return
        }
        contexts[context][number]!.isOutdated = false
        guard let newest = row(number, in: parent(context)) else { return }
        if contexts[context][number]!.isPending {
            contexts[context][number]!.rebase(onto: newest)
        } else {
            contexts[context][number]!.take(newest)
            contexts[context][number]!.unknown = [.t, .d]
        }
        events[context].refreshed.insert(number)
    }

    /// Deleted by another context: a held object stays readable, and has nothing to save.
    private mutating func markGone(_ number: Int, in context: Int) {
        guard var entry = contexts[context][number], !entry.isGone, !entry.isInserted else {
            return
        }
        if entry.own != nil { entry.isFault = false }
        entry.isUpdated = false
        entry.isDeleted = false
        entry.isGone = true
        entry.isDeletedByMerge = true
        contexts[context][number] = entry
        events[context].deleted.insert(number)
    }

    // MARK: Refreshing

    mutating func refresh(_ number: Int, merging: Bool, in context: Int) throws {
        guard let entry = contexts[context][number], entry.isAlive, !entry.isInserted else {
            throw Skip()
        }
        if merging { return reload(number, in: context) }
        // The other ends would keep their changes.
        guard !entry.dirty.contains(.box), entry.added.isEmpty, entry.removed.isEmpty else {
            throw Skip()
        }
        contexts[context][number]!.turnIntoFault()
        events[context].refreshed.insert(number)
    }

    mutating func refreshAll(_ context: Int) throws {
        for number in contexts[context].keys.sorted() {
            let entry = contexts[context][number]!
            if entry.isInserted || entry.isGone { continue }
            if entry.isPending {
                reload(number, in: context)
            } else {
                contexts[context][number]!.turnIntoFault()
                events[context].refreshed.insert(number)
            }
        }
        try endEvent(context)
    }

    mutating func rollback(_ context: Int) throws {
        for (number, entry) in contexts[context] where entry.isInserted {
            contexts[context][number] = nil
            // The announcement is taken back.
            if events[context].inserted.remove(number) == nil {
                events[context].deleted.insert(number)
            } else {
                events[context].deleted.remove(number)
            }
        }
        for (number, entry) in contexts[context] where entry.isPending && !entry.isGone {
            contexts[context][number]!.revert()
            // A deletion that was not announced never happened.
            events[context].deleted.remove(number)
            events[context].refreshed.insert(number)
        }
        events[context].unpropagated = []
        try endEvent(context)
    }

    /// Forgets every object; those that the program held become ghosts.
    mutating func reset(_ context: Int) {
        for (number, entry) in contexts[context] where entry.isHeld {
            let isRoot = parent(context) == nil
            let isPermanent = isRoot ? !entry.isInserted : !entry.isOriginal
            ghosts[context][number] = isPermanent && rows[number] != nil
        }
        contexts[context] = [:]
        events[context] = Event()
        lists[context] = []
        guard program.contexts[context].hasController else { return }
        for (number, row) in fetch(.item, above: nil, in: context) {
            register(number, .item, in: context)
            contexts[context][number]!.take(row)
            lists[context].insert(number)
        }
    }
}
