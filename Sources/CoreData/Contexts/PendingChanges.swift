/// What a context has to save, in the order of change.
///
/// An object may stand in a list and no longer be what the list says (inserted, then deleted): its
/// state decides, and readers filter by it.
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

    /// Whether some entity of a family may have pending changes; a fetch of others skips them all.
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

    /// Without those that were inserted and never saved: they have never been anywhere.
    var deletedNow: [NSManagedObject] {
        deleted.filtered { $0.state.contains(.deleted) && !$0.state.contains(.inserted) }
    }

    /// Inserted and deleted before any save.
    var vanished: [NSManagedObject] {
        deleted.filtered { $0.state.isSuperset(of: .vanished) }
    }

    /// Whether anything is left to save.
    var isEmpty: Bool {
        !inserted.contains { $0.state.contains(.inserted) && !$0.state.contains(.deleted) }
            && !deleted.contains {
                $0.state.contains(.deleted) && !$0.state.contains(.inserted)
            }
            && !updated.contains {
                $0.state.contains(.updated) && $0.state.isDisjoint(with: .vanished)
            }
    }

    /// Lets go of objects that are gone: nothing of them is to be saved.
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
    /// The objects that fit: mostly all of them, and then this very list, with nothing counted.
    @inline(__always)
    func filtered(_ fits: (NSManagedObject) -> Bool) -> [NSManagedObject] {
        allSatisfy(fits) ? self : filter(fits)
    }
}
