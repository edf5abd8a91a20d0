/// What changed since the last did-change notification, in the order of change.
struct EventChanges {
    var inserted: [NSManagedObject] = []
    var updated: [NSManagedObject] = []
    var deleted: [NSManagedObject] = []
    var refreshed: [NSManagedObject] = []
    /// What a merge said is invalid; rarely anything.
    var invalidated: [NSManagedObject] = []
    /// Deleted objects whose delete rules are still to be applied.
    var unpropagated: [NSManagedObject] = []

    /// Takes the objects' marks away: the event was announced.
    func forgetMarks() {
        inserted.forEachUnretained { $0.state.subtract(.events) }
        updated.forEachUnretained { $0.state.subtract(.events) }
        deleted.forEachUnretained { $0.state.subtract(.events) }
        refreshed.forEachUnretained { $0.state.subtract(.events) }
    }

    var isEmpty: Bool {
        inserted.isEmpty && updated.isEmpty && deleted.isEmpty && refreshed.isEmpty
            && invalidated.isEmpty
    }
}
