/// What a save changed, by object ID, as notifications tell it.
///
/// Made once, by the context that saved and on its queue. Those that merge the save post the very
/// same sets: to make an ID for each of 10,000 merged objects would be the larger half of the
/// merge's cost on the main queue.
struct SavedIDs: Sendable {
    let inserted: Set<NSManagedObjectID>
    let updated: Set<NSManagedObjectID>
    let deleted: Set<NSManagedObjectID>
    /// Told by a merge of changes that were made elsewhere, never by a save.
    let refreshed: Set<NSManagedObjectID>
    let invalidated: Set<NSManagedObjectID>

    init(_ changes: ChangeSet) {
        inserted = Set(changes.inserted.lazy.map(\.objectID))
        updated = Set(changes.updated.lazy.map(\.objectID))
        deleted = Set(changes.deleted.lazy.map(\.objectID))
        refreshed = []
        invalidated = []
    }

    /// - Parameter makeID: the ID of a key in the context that posts.
    init(_ changes: SavedChanges, makeID: (ObjectKey) -> NSManagedObjectID) {
        inserted = Set(changes.inserted.lazy.map(makeID))
        updated = Set(changes.updated.lazy.map(makeID))
        deleted = Set(changes.deleted.lazy.map(makeID))
        refreshed = Set(changes.refreshed.lazy.map(makeID))
        invalidated = Set(changes.invalidated.lazy.map(makeID))
    }
}
