/// The object IDs of a save's changes, for notifications.
///
/// The saving context makes them once, on its queue, and contexts that merge the save post the same
/// sets. Making an ID for each of 10,000 merged objects would be the larger half of the merge's
/// cost on the main queue.
struct SavedIDs: Sendable {
    let inserted: Set<NSManagedObjectID>
    let updated: Set<NSManagedObjectID>
    let deleted: Set<NSManagedObjectID>
    /// Only from merges of changes that were made elsewhere, never from a save; also the next.
    let refreshed: Set<NSManagedObjectID>
    let invalidated: Set<NSManagedObjectID>

    init(_ changes: ChangeSet) {
        inserted = Set(changes.inserted.lazy.map(\.objectID))
        updated = Set(changes.updated.lazy.map(\.objectID))
        deleted = Set(changes.deleted.lazy.map(\.objectID))
        refreshed = []
        invalidated = []
    }

    /// - Parameter makeID: makes the ID of a key in the posting context.
    init(_ changes: SavedChanges, makeID: (ObjectKey) -> NSManagedObjectID) {
        inserted = Set(changes.inserted.lazy.map(makeID))
        updated = Set(changes.updated.lazy.map(makeID))
        deleted = Set(changes.deleted.lazy.map(makeID))
        refreshed = Set(changes.refreshed.lazy.map(makeID))
        invalidated = Set(changes.invalidated.lazy.map(makeID))
    }
}
