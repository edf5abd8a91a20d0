/// What one save takes one level up, in the order of change.
struct ChangeSet {
    var inserted: [NSManagedObject]
    var updated: [NSManagedObject]
    var deleted: [NSManagedObject]
    /// Unchanged objects that must be in the store as they were read.
    var guarded: [NSManagedObject] = []

    var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
}

extension ChangeSet {
    /// Without updates of transient values alone, which are none of the rows.
    func withoutTransientChanges(_ model: ModelLayout) -> ChangeSet {
        guard model.hasTransients else { return self }
        var changes = self
        changes.updated = updated.filter(\.hasPersistentChangedValues)
        return changes
    }
}
