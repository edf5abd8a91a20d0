/// The state of an object in its context.
struct ObjectState: OptionSet {
    let rawValue: UInt32

    /// The values are not loaded, although a row may be at hand.
    static let fault = ObjectState(rawValue: 1 << 0)
    /// The next save inserts, updates, deletes the object.
    static let inserted = ObjectState(rawValue: 1 << 1)
    static let updated = ObjectState(rawValue: 1 << 2)
    static let deleted = ObjectState(rawValue: 1 << 3)
    /// No store has the object any more, and there is nothing to save about it.
    static let gone = ObjectState(rawValue: 1 << 4)
    /// The row belongs to this object alone and may be written.
    static let ownsRow = ObjectState(rawValue: 1 << 5)
    /// The object is in the context's list of pending insertions, updates, deletions.
    static let inInsertedList = ObjectState(rawValue: 1 << 6)
    static let inUpdatedList = ObjectState(rawValue: 1 << 7)
    static let inDeletedList = ObjectState(rawValue: 1 << 8)
    /// The object is in a list of changes since the last did-change notification.
    static let inEventInserted = ObjectState(rawValue: 1 << 9)
    static let inEventUpdated = ObjectState(rawValue: 1 << 10)
    static let inEventDeleted = ObjectState(rawValue: 1 << 11)
    static let inEventRefreshed = ObjectState(rawValue: 1 << 12)
    /// The delete rules of this deleted object were applied.
    static let deletionPropagated = ObjectState(rawValue: 1 << 13)
    /// A child pushed the object here, so other contexts may know its temporary key.
    static let cameFromChild = ObjectState(rawValue: 1 << 14)

    /// Made to record which properties a Swift key path reads: always a fault, without context.
    static let recordsKeys = ObjectState(rawValue: 1 << 15)

    /// Deleted by this context's own doing: a saved deletion, a rollback, a reset.
    static let departed = ObjectState(rawValue: 1 << 16)

    /// The object shows the temporary ID that it was inserted with, although its key has changed.
    static let keepsTemporaryID = ObjectState(rawValue: 1 << 17)
    /// Deleted by a merge since the last save.
    static let deletedByMerge = ObjectState(rawValue: 1 << 18)
    /// A merge found newer values beside the unsaved ones; they are read before the next use.
    static let outdated = ObjectState(rawValue: 1 << 19)

    /// The object is in `awakeFromFetch()`, where setting a value is not a change.
    static let waking = ObjectState(rawValue: 1 << 20)
    /// A fetched results controller marks the object while it looks for it among its results.
    static let inResultsUpdate = ObjectState(rawValue: 1 << 21)

    /// States that record no written slots: an insertion saves all, a waking object saves none.
    static let undirtied = ObjectState(rawValue: 1 << 1 | 1 << 20)

    // Sets are written as bits: a literal in a debug build is a loop over an array, and these sets
    // are compared for every object.

    /// A row must be read before a value is used.
    static let unread = ObjectState(rawValue: 1 << 0 | 1 << 19)
    /// The object's context was reset.
    static let reset = ObjectState(rawValue: 1 << 0 | 1 << 4 | 1 << 16)
    /// The next save writes or deletes the object.
    static let pending = ObjectState(rawValue: 0b1110)
    /// Marked for deletion, or deleted by any context.
    static let dead = ObjectState(rawValue: 1 << 3 | 1 << 4)
    /// Not refreshed: the store does not have a row yet, or no longer.
    static let unrefreshed = ObjectState(rawValue: 1 << 1 | 1 << 4)
    /// Inserted, then deleted without a save.
    static let vanished = ObjectState(rawValue: 1 << 1 | 1 << 3)
    /// In one of the context's lists of pending changes.
    static let lists = ObjectState(rawValue: 0b111 << 6)
    /// In one of the lists of changes since the last did-change notification.
    static let events = ObjectState(rawValue: 0b1111 << 9)
    /// The states of a recorded update: an object that has all of them needs no more.
    static let noted = ObjectState(rawValue: 1 << 2 | 1 << 7 | 1 << 10)
    /// States in which no former values must be kept for the event, or are kept already.
    static let announced = ObjectState(rawValue: 1 << 1 | 1 << 4 | 1 << 10)
    /// States that end when an inserted or updated object was saved.
    static let saved = ObjectState(rawValue: 1 << 1 | 1 << 2 | 1 << 5 | 1 << 14)
    /// States that end when an object's unsaved changes are given up.
    static let forgotten = ObjectState(rawValue: 1 << 2 | 1 << 3 | 1 << 5 | 1 << 13)
    /// The states after a first write to a saved object, or to a new one.
    ///
    /// A row of an object with all of them can be written at once.
    static let writable = ObjectState(rawValue: 1 << 2 | 1 << 5 | 1 << 7 | 1 << 10)
    static let writableInsertion = ObjectState(rawValue: 1 << 1 | 1 << 5 | 1 << 9)
}
