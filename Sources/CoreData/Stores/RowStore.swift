import Foundation

/// What a coordinator asks of a store: plans and keys go in and rows come out; a save hands in
/// objects.
///
///     fetch, count, row, members    FetchPlan, ObjectKey   →  Row, ObjectKey, dictionaries
///     save                          ChangeSet, context     →  the objects' rows are the store's
///     readContents, adopt           all of it              ↔  StoreContents
///
/// Reading knows no objects. A save does: it takes the changed objects with their context, because
/// their rows become the store's without a copy. While it writes, it sets permanent keys and next
/// versions in these rows, loads objects that conflict, and after the commit gives the objects
/// their new keys in the context (`PendingRows`). So a save runs on the queue of that context.
///
/// Contexts of several queues ask at once; a store waits through the execution seam alone.
protocol RowStore: NSPersistentStore {
    /// Whether objects of the entity may lie here: whether the store's configuration has it.
    func holds(_ layout: RowLayout) -> Bool

    /// Whether objects of every entity of the model may lie here.
    var holdsAll: Bool { get }

    func fetchRows(_ plan: FetchPlan) throws -> FetchedRows
    func countRows(_ plan: FetchPlan) throws -> Int
    /// The keys of what a plan selects, in its order.
    func fetchKeys(_ plan: FetchPlan) throws -> [ObjectKey]
    /// The dictionaries that a plan describes.
    func fetchDictionaries(
        _ plan: FetchPlan, _ dictionaries: DictionaryPlan
    ) throws -> [NSDictionary]
    /// The newest rows of objects of one hierarchy; those that are deleted are missing.
    func rows(_ keys: [ObjectKey], root: RowLayout) throws -> FetchedRows
    /// The members of a to-many of several objects.
    func members(
        ofAll keys: [ObjectKey], relationship: RelationshipLayout
    ) throws -> FetchedRows.Members
    /// The newest row of an object, its slab retained for the caller; `nil` when it is deleted.
    func row(_ key: ObjectKey, layout: RowLayout) throws -> Row?
    /// The members of a to-many in the order of their keys.
    func members(
        of key: ObjectKey, layout: RowLayout, relationship: RelationshipLayout
    ) throws -> [ObjectKey]
    /// Forgets a cached row that is older than that: the next reader asks the store.
    func expireRow(_ key: ObjectKey, root: Int, after age: Duration)
    /// Forgets a cached row, whatever its age.
    func forgetRow(_ key: ObjectKey, root: Int)
    /// Permanent keys for objects to come, in order.
    func reserveKeys(for layouts: [RowLayout]) throws -> [ObjectKey]
    /// Takes a context's changes: writes the rows of its objects and lets the objects have their
    /// permanent keys. When it throws, objects and store are as before.
    ///
    /// - Precondition: on the context's queue; the store holds the objects' entities.
    /// - Throws: `SaveConflict` where others have changed the same rows or values are there
    ///   already; what the file throws; what `beforeCommit` throws.
    /// - Parameter beforeCommit: runs when everything is written but the commit; when it throws,
    ///   the save fails with its error.
    func save(
        _ changes: ChangeSet, of context: NSManagedObjectContext,
        beforeCommit: (() throws -> Void)?
    ) throws
    /// Goes on with the file at another place, which must hold the same store.
    func move(to url: URL) throws

    /// Everything that the store holds.
    func readContents() throws -> StoreContents
    /// Takes over everything that another store holds, its identity too.
    ///
    /// - Precondition: the store is empty and new.
    func adopt(_ contents: StoreContents) throws
}

// What a store may answer better than one by one, and what concerns only those with a cache.
extension RowStore {
    func expireRow(_ key: ObjectKey, root: Int, after age: Duration) {}
    func forgetRow(_ key: ObjectKey, root: Int) {}

    func fetchKeys(_ plan: FetchPlan) throws -> [ObjectKey] {
        var keys: [ObjectKey] = []
        try fetchRows(plan).readAll { keys.append($0.key) }
        return keys
    }

    func rows(_ keys: [ObjectKey], root: RowLayout) throws -> FetchedRows {
        var found = FetchedRows()
        for key in keys {
            guard let row = try row(key, layout: root) else { continue }
            found.append(row, in: row.slab)
            row.releaseSlab()
        }
        return found
    }

    func members(
        ofAll keys: [ObjectKey], relationship: RelationshipLayout
    ) throws -> FetchedRows.Members {
        FetchedRows.Members(
            lists: try keys.map { key in
                try members(
                    of: key, layout: relationship.description.entity.layout,
                    relationship: relationship)
            })
    }
}
