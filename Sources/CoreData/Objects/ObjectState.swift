/// What an object is to its context.
struct ObjectState: OptionSet {
    let rawValue: UInt32

    /// The values were not asked for yet, or were given up; a row may be at hand all the same.
    static let fault = ObjectState(rawValue: 1 << 0)
    /// To be inserted, updated, deleted by the next save.
    static let inserted = ObjectState(rawValue: 1 << 1)
    static let updated = ObjectState(rawValue: 1 << 2)
    static let deleted = ObjectState(rawValue: 1 << 3)
    /// Deleted by another context's save that was merged: gone, but nothing to save.
    static let gone = ObjectState(rawValue: 1 << 4)
    /// The row is this object's own and may be written.
    static let ownsRow = ObjectState(rawValue: 1 << 5)
    /// The object stands in the context's list of pending insertions, updates, deletions.
    static let inInsertedList = ObjectState(rawValue: 1 << 6)
    static let inUpdatedList = ObjectState(rawValue: 1 << 7)
    static let inDeletedList = ObjectState(rawValue: 1 << 8)
    /// The object stands in a list of what changed since the last did-change notification.
    static let inEventInserted = ObjectState(rawValue: 1 << 9)
    static let inEventUpdated = ObjectState(rawValue: 1 << 10)
    static let inEventDeleted = ObjectState(rawValue: 1 << 11)
    static let inEventRefreshed = ObjectState(rawValue: 1 << 12)
    /// The delete rules of this deleted object were applied.
    static let deletionPropagated = ObjectState(rawValue: 1 << 13)
    /// A child pushed the object here, so others may know it by its temporary key.
    static let cameFromChild = ObjectState(rawValue: 1 << 14)

    /// Made to learn which properties a Swift key path reads: always a fault, of no context.
    static let recordsKeys = ObjectState(rawValue: 1 << 15)

    /// Gone by this context's own doing: a saved deletion, a rollback, a reset.
    static let departed = ObjectState(rawValue: 1 << 16)

    /// The object shows the temporary ID that it was inserted with, though its key is another.
    static let keepsTemporaryID = ObjectState(rawValue: 1 << 17)
    /// Deleted by a merge since the last save.
    static let deletedByMerge = ObjectState(rawValue: 1 << 18)
    /// A merge found that the values beside the unsaved ones are not the newest: they are read
    /// again before any is looked at.
    static let outdated = ObjectState(rawValue: 1 << 19)

    /// In `awakeFromFetch`: what is set there is no change.
    static let waking = ObjectState(rawValue: 1 << 20)
    /// Where no written slot is noted: all of an insertion is saved, nothing of a waking object.
    static let undirtied = ObjectState(rawValue: 1 << 1 | 1 << 20)

    // Sets are written as bits: a literal in a debug build is a loop over an array, and these are
    // asked for with every object.

    /// Something must be read before a value is looked at.
    static let unread = ObjectState(rawValue: 1 << 0 | 1 << 19)
    /// Of a context that was reset.
    static let reset = ObjectState(rawValue: 1 << 0 | 1 << 4 | 1 << 16)
    /// To be saved in one way or another.
    static let pending = ObjectState(rawValue: 0b1110)
    /// Of no further use: to be deleted, or deleted by another context.
    static let dead = ObjectState(rawValue: 1 << 3 | 1 << 4)
    /// Not read again: there is nothing to read yet, or no more.
    static let unrefreshed = ObjectState(rawValue: 1 << 1 | 1 << 4)
    /// Inserted, then deleted before any save.
    static let vanished = ObjectState(rawValue: 1 << 1 | 1 << 3)
    /// In one of the context's lists of pending changes.
    static let lists = ObjectState(rawValue: 0b111 << 6)
    /// In one of the lists of what changed since the last did-change notification.
    static let events = ObjectState(rawValue: 0b1111 << 9)
    /// What an update needs: an object that has it all needs nothing more.
    static let noted = ObjectState(rawValue: 1 << 2 | 1 << 7 | 1 << 10)
    /// What has no former values to be kept for the event, or has kept them.
    static let announced = ObjectState(rawValue: 1 << 1 | 1 << 4 | 1 << 10)
    /// What ends for an inserted or updated object when it was saved.
    static let saved = ObjectState(rawValue: 1 << 1 | 1 << 2 | 1 << 5 | 1 << 14)
    /// What ends for an object whose unsaved changes are given up.
    static let forgotten = ObjectState(rawValue: 1 << 2 | 1 << 3 | 1 << 5 | 1 << 13)
    /// All that a first write brings about for a saved object, or for a new one: where an object
    /// has it all, its row can be written at once.
    static let writable = ObjectState(rawValue: 1 << 2 | 1 << 5 | 1 << 7 | 1 << 10)
    static let writableInsertion = ObjectState(rawValue: 1 << 1 | 1 << 5 | 1 << 9)
}
