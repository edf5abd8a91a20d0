// Merging, refreshing, giving up.
extension ExpectedWorld {
    /// Siblings merge each other's saves, children those of their parent.
    func canMerge(_ context: Int, from other: Int) -> Bool {
        guard context != other, !isEstranged(context) else { return false }
        return parent(context) == other || (parent(context) == nil && parent(other) == nil)
    }

    mutating func merge(_ context: Int, from other: Int) throws {
        guard canMerge(context, from: other), let saved = saves[other] else { throw Skip() }
        for number in saved.inserted where contexts[context][number]?.isGone ?? false {
            // Deleted by another context, then inserted again by a save whose policy kept it.
            contexts[context][number]!.isGone = false
            contexts[context][number]!.turnIntoFault()
        }
        for number in saved.inserted where parent(context) != nil {
            // Its own insertion, which comes back to a child; or one that it has read already.
            guard let entry = contexts[context][number], entry.isAlive, entry.own != nil
            else { continue }
            readAgain(number, in: context)
        }
        for number in saved.updated {
            guard let entry = contexts[context][number], entry.isAlive else { continue }
            readAgain(number, in: context)
        }
        for number in saved.deleted { markGone(number, in: context) }
        try takeBackReferences(to: Set(saved.deleted), in: context)
    }

    /// A child's clean objects are faults after a merge, which reads nothing there.
    private mutating func readAgain(_ number: Int, in context: Int) {
        let entry = contexts[context][number]!
        if parent(context) == nil { return reload(number, in: context) }
        if entry.isInserted { return }
        if entry.isPending || entry.isFault {
            reload(number, in: context)
        } else {
            contexts[context][number]!.turnIntoFault()
        }
    }

    /// Reads the newest values under the unsaved ones; a fault reads them when it is fired.
    mutating func reload(_ number: Int, in context: Int) {
        guard !contexts[context][number]!.isFault else {
            contexts[context][number]!.base = nil
            contexts[context][number]!.own = nil
            return
        }
        guard let newest = row(number, in: parent(context)) else { return }
        contexts[context][number]!.rebase(onto: newest)
    }

    /// Deleted by another context: a held object stays readable, and has nothing to save.
    mutating func markGone(_ number: Int, in context: Int) {
        guard var entry = contexts[context][number], !entry.isGone, !entry.isInserted else {
            return
        }
        if entry.own != nil { entry.isFault = false }
        entry.isUpdated = false
        entry.isDeleted = false
        entry.isGone = true
        contexts[context][number] = entry
        if entry.kind == .book, let author = entry.own?.author {
            contexts[context][author]?.members?.remove(number)
        }
        if entry.kind != .author {
            for member in entry.members ?? [] { contexts[context][member]?.members?.remove(number) }
        }
    }

    /// Unsaved references to deleted objects become nil; unsaved books go with their author.
    private mutating func takeBackReferences(to gone: Set<Int>, in context: Int) throws {
        let changes = changes(of: context)
        for number in changes.inserted + changes.updated {
            let entry = contexts[context][number]!
            if !entry.added.isDisjoint(with: gone) {
                contexts[context][number]!.added.subtract(gone)
                contexts[context][number]!.members?.subtract(gone)
            }
            contexts[context][number]!.removed.subtract(gone)
            guard entry.isInserted || entry.dirty.contains(.author),
                let author = entry.own?.author, gone.contains(author)
            else { continue }
            contexts[context][number]!.own!.author = nil
            try delete(number, in: context)
        }
    }

    // MARK: Refreshing

    mutating func refresh(_ number: Int, merging: Bool, in context: Int) throws {
        guard let entry = contexts[context][number], entry.isAlive, !entry.isInserted else {
            throw Skip()
        }
        if merging { return reload(number, in: context) }
        // The other ends would keep their changes.
        guard !entry.hasRelationshipChanges else { throw Skip() }
        contexts[context][number]!.turnIntoFault()
    }

    mutating func refreshAll(_ context: Int) {
        for number in contexts[context].keys.sorted() {
            let entry = contexts[context][number]!
            if entry.isInserted || entry.isGone { continue }
            if entry.isPending {
                reload(number, in: context)
            } else {
                contexts[context][number]!.turnIntoFault()
            }
        }
    }

    mutating func rollback(_ context: Int) {
        contexts[context] = contexts[context].filter { !$0.value.isInserted }
        for (number, entry) in contexts[context] where entry.isPending && !entry.isGone {
            contexts[context][number]!.revert()
        }
    }
}
