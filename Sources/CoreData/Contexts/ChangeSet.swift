/// What one save takes one level up, in the order of change.
struct ChangeSet {
    var inserted: [NSManagedObject]
    var updated: [NSManagedObject]
    var deleted: [NSManagedObject]
    /// Unchanged objects that must be in the store as they were read.
    var guarded: [NSManagedObject] = []

    var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
}
