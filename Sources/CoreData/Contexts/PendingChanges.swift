/// The changes that the next save of a context takes, in order.
///
/// An object may stay in a list after its state has changed (inserted, then deleted), so readers
/// filter each list by the state.
struct PendingChanges {
    var inserted: [NSManagedObject] = []
    var updated: [NSManagedObject] = []
    var deleted: [NSManagedObject] = []
    /// By `Z_ENT`: whether an object of the entity came into any list since they were emptied.
    private var touched: ContiguousArray<Bool> = []

    mutating func touch(_ layout: RowLayout) {
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

    /// Whether nothing is left to save.
    var isEmpty: Bool {
        !inserted.contains { $0.state.contains(.inserted) && !$0.state.contains(.deleted) }
            && !deleted.contains {
                $0.state.contains(.deleted) && !$0.state.contains(.inserted)
            }
            && !updated.contains {
                $0.state.contains(.updated) && $0.state.isDisjoint(with: .vanished)
            }
    }

    /// Removes objects without a row: no change of theirs can be saved.
    mutating func dropGone() {
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

    mutating func removeAll() {
        inserted.forEachUnretained { $0.state.subtract(.lists) }
        updated.forEachUnretained { $0.state.subtract(.lists) }
        deleted.forEachUnretained { $0.state.subtract(.lists) }
        inserted.removeAll()
        updated.removeAll()
        deleted.removeAll()
        touched.removeAll()
    }
}

extension [NSManagedObject] {
    /// The matching objects; mostly these are all, and the list is returned without copying.
    @inline(__always)
    func filtered(_ fits: (NSManagedObject) -> Bool) -> [NSManagedObject] {
        allSatisfy(fits) ? self : filter(fits)
    }
}
