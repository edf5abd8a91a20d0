/// The changes that the next save of a context takes, in order.
///
/// An object may stay in a list after its state has changed (inserted, then deleted), so readers
/// filter each list by the state.
///
/// A class: each look at a list of a structure would count references to all of them.
final class PendingChanges {
    // Unchecked, as the properties of the context that owns them: only its queue has access.
    @exclusivity(unchecked) var inserted: [NSManagedObject] = []
    @exclusivity(unchecked) var updated: [NSManagedObject] = []
    @exclusivity(unchecked) var deleted: [NSManagedObject] = []
    /// Objects without a row that a reference was set to, or from.
    @exclusivity(unchecked) private var referred: [NSManagedObject] = []
    /// By `Z_ENT`: whether an object of the entity came into any list since they were emptied.
    @exclusivity(unchecked) private var touched: ContiguousArray<Bool> = []

    func touch(_ layout: RowLayout) {
        while touched.count <= layout.number { touched.append(false) }
        touched[layout.number] = true
    }

    /// Whether a family may have pending changes; a fetch of another family skips all lists.
    func touches(_ family: [RowLayout]) -> Bool {
        family.contains { $0.number < touched.count && touched[$0.number] }
    }

    var insertedNow: [NSManagedObject] {
        inserted.filtered { $0.state.contains(.inserted) && !$0.state.contains(.deleted) }
    }

    var updatedNow: [NSManagedObject] {
        updated.filtered {
            $0.state.contains(.updated) && $0.state.isDisjoint(with: .vanished)
        }
    }

    /// The deleted objects that were saved before.
    var deletedNow: [NSManagedObject] {
        deleted.filtered { $0.state.contains(.deleted) && !$0.state.contains(.inserted) }
    }

    /// The objects that were inserted and deleted without a save between.
    var vanished: [NSManagedObject] {
        deleted.filtered { $0.state.isSuperset(of: .vanished) }
    }

    /// Notes a new reference to, or from, an object that a merge has deleted or a fault has missed.
    func noteReference(toGone object: NSManagedObject) {
        if referred.last !== object { referred.append(object) }
    }

    /// The objects without a row that unsaved references may lead to.
    var unsavable: [NSManagedObject] {
        vanished + referred.filtered { $0.state.contains(.gone) }
    }

    /// Whether nothing is left to save.
    var isEmpty: Bool {
        !inserted.anyUnretained {
            $0.state.contains(.inserted) && !$0.state.contains(.deleted)
        }
            && !deleted.anyUnretained {
                $0.state.contains(.deleted) && !$0.state.contains(.inserted)
            }
            && !updated.anyUnretained {
                $0.state.contains(.updated) && $0.state.isDisjoint(with: .vanished)
            }
    }

    /// Removes objects without a row: no change of theirs can be saved.
    func dropGone() {
        func drop(_ list: inout [NSManagedObject]) {
            list.removeAll { object in
                guard object.state.contains(.gone) else { return false }
                object.state.subtract(.lists)
                return true
            }
        }
        drop(&inserted)
        drop(&updated)
        drop(&deleted)
    }

    func removeAll() {
        inserted.forEachUnretained { $0.state.subtract(.lists) }
        updated.forEachUnretained { $0.state.subtract(.lists) }
        deleted.forEachUnretained { $0.state.subtract(.lists) }
        inserted.removeAll()
        updated.removeAll()
        deleted.removeAll()
        touched.removeAll()
        referred.removeAll()
    }
}

extension [NSManagedObject] {
    /// The matching objects; mostly these are all, and the list is returned without copying.
    @inline(__always)
    func filtered(_ fits: (NSManagedObject) -> Bool) -> [NSManagedObject] {
        guard anyUnretained({ !fits($0) }) else { return self }
        var fitting: [NSManagedObject] = []
        forEachUnretained { if fits($0) { fitting.append($0) } }
        return fitting
    }
}
