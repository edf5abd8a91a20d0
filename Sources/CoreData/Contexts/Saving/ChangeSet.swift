/// The changes that one save takes one level up, in order.
///
/// A class without a variable: context, transaction and row cache share it. Copies would count
/// references to four lists each.
// @unchecked: constant; the objects belong to the saving context's queue.
final class ChangeSet: @unchecked Sendable {
    let inserted: [NSManagedObject]
    let updated: [NSManagedObject]
    let deleted: [NSManagedObject]
    /// Unchanged objects whose rows in the store must still be the ones that were read.
    let guarded: [NSManagedObject]

    init(
        inserted: [NSManagedObject], updated: [NSManagedObject], deleted: [NSManagedObject],
        guarded: [NSManagedObject] = []
    ) {
        self.inserted = inserted
        self.updated = updated
        self.deleted = deleted
        self.guarded = guarded
    }

    /// How many objects are inserted, updated or deleted.
    var count: Int { inserted.count + updated.count + deleted.count }
    var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
}

extension ChangeSet {
    /// The number of values to save: all of an inserted object, the changed ones of an updated one.
    var valueCount: Int {
        let inserted = inserted.reduce(0) { $0 + $1.layout.slots.count }
        return updated.reduce(inserted) { $0 + ($1.details?.dirtyCount ?? 0) }
    }

    /// Drops updates that touch only transient attributes, which are not stored.
    func withoutTransientChanges(_ model: ModelLayout) -> ChangeSet {
        guard model.hasTransients else { return self }
        return ChangeSet(
            inserted: inserted, updated: updated.filter(\.isToBeStored),
            deleted: deleted, guarded: guarded)
    }
}

extension [NSManagedObject] {
    /// Whether any object fits, without counting references to them.
    @inline(__always)
    func anyUnretained(_ fits: (NSManagedObject) -> Bool) -> Bool {
        withUnsafeBufferPointer { objects in
            objects.withMemoryRebound(to: Unmanaged<NSManagedObject>.self) { references in
                references.contains { $0._withUnsafeGuaranteedRef(fits) }
            }
        }
    }

    /// Calls `body` for each object without counting a reference to it, because the list holds it.
    ///
    /// Otherwise counting took 27 % of the time of the walks in a large save.
    ///
    /// - Precondition: `body` does not change the list.
    @inline(__always)
    func forEachUnretained(_ body: (NSManagedObject) throws -> Void) rethrows {
        try withUnsafeBufferPointer { try $0.forEachUnretained(body) }
    }
}

extension UnsafeBufferPointer<NSManagedObject> {
    /// Calls `body` for each object without counting a reference to it.
    @inline(__always)
    func forEachUnretained(_ body: (NSManagedObject) throws -> Void) rethrows {
        // An `Unmanaged` has the layout of a reference, so the same memory can be read as both.
        try withMemoryRebound(to: Unmanaged<NSManagedObject>.self) { references in
            for reference in references { try reference._withUnsafeGuaranteedRef(body) }
        }
    }
}
