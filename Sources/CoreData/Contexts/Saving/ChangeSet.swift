/// What one save takes one level up, in the order of change.
struct ChangeSet {
    var inserted: [NSManagedObject]
    var updated: [NSManagedObject]
    var deleted: [NSManagedObject]
    /// Unchanged objects that must be in the store as they were read.
    var guarded: [NSManagedObject] = []

    /// How many objects are inserted, updated or deleted.
    var count: Int { inserted.count + updated.count + deleted.count }
    var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
}

extension ChangeSet {
    /// How many values are to be saved: all of an inserted object, the changed ones of an updated.
    var valueCount: Int {
        let inserted = inserted.reduce(0) { $0 + $1.layout.slots.count }
        return updated.reduce(inserted) { count, object in
            guard let details = object.details else { return count }
            return count + object.layout.slots.lazy.filter { details.isDirty($0.index) }.count
        }
    }

    /// Without updates of transient values alone, which are none of the rows.
    func withoutTransientChanges(_ model: ModelLayout) -> ChangeSet {
        guard model.hasTransients else { return self }
        var changes = self
        changes.updated = updated.filter(\.hasPersistentChangedValues)
        return changes
    }
}
