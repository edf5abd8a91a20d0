/// The changes since the last did-change notification, in order.
struct EventChanges {
    var inserted: [NSManagedObject] = []
    var updated: [NSManagedObject] = []
    var deleted: [NSManagedObject] = []
    var refreshed: [NSManagedObject] = []
    /// Objects that a merge has declared invalid; rarely any.
    var invalidated: [NSManagedObject] = []
    /// Deleted objects whose delete rules are not applied yet, from `nextUnpropagated` on.
    var unpropagated: [NSManagedObject] = []
    var nextUnpropagated = 0

    /// Removes the marks of this event from its objects, once it is announced.
    func forgetMarks() {
        inserted.forEachUnretained { $0.state.subtract(.events) }
        updated.forEachUnretained { $0.state.subtract(.events) }
        deleted.forEachUnretained { $0.state.subtract(.events) }
        refreshed.forEachUnretained { $0.state.subtract(.events) }
    }

    var count: Int {
        inserted.count + updated.count + deleted.count + refreshed.count + invalidated.count
    }

    var isEmpty: Bool {
        inserted.isEmpty && updated.isEmpty && deleted.isEmpty && refreshed.isEmpty
            && invalidated.isEmpty
    }
}
