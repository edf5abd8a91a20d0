import Foundation

/// A store as its coordinator uses it: it fetches rows by plans and keys, and saves objects.
///
///     fetch, count, row, members    FetchPlan, ObjectKey   →  Row, ObjectKey, dictionaries
///     save                          ChangeSet, context     →  the objects' rows are the store's
///     readContents, adopt           all of it              ↔  StoreContents
///
/// Reading involves no objects. A save takes the changed objects with their context, because their
/// rows become the store's without a copy. While it writes, it sets permanent keys and next
/// versions in these rows, loads objects that conflict, and after the commit gives the objects
/// their new keys in the context (`PendingRows`). So a save runs on the queue of that context.
///
/// Contexts of several queues call at once; a store waits only through the execution.
protocol RowStore: NSPersistentStore {
    /// Whether the store's configuration has the entity.
    func holds(_ layout: RowLayout) -> Bool

    /// Whether the store's configuration has every entity of the model.
    var holdsAll: Bool { get }

    func fetchRows(_ plan: FetchPlan) throws -> FetchedRows
    func countRows(_ plan: FetchPlan) throws -> Int
    /// The keys of the rows that a plan selects, in its order.
    func fetchKeys(_ plan: FetchPlan) throws -> [ObjectKey]
    /// The dictionaries of a plan.
    func fetchDictionaries(
        _ plan: FetchPlan, _ dictionaries: DictionaryPlan
    ) throws -> [NSDictionary]
    /// The newest rows of objects of one hierarchy, without the deleted ones.
    func rows(_ keys: [ObjectKey], root: RowLayout) throws -> FetchedRows
    /// The members of a to-many of several objects.
    func members(
        ofAll keys: [ObjectKey], relationship: RelationshipLayout
    ) throws -> FetchedRows.Members
    /// The newest row of an object, its slab retained for the caller; `nil` if it is deleted.
    func row(_ key: ObjectKey, layout: RowLayout) throws -> Row?
    /// The members of a to-many in the order of their keys.
    func members(
        of key: ObjectKey, layout: RowLayout, relationship: RelationshipLayout
    ) throws -> [ObjectKey]
    /// Forgets a cached row that is older than `age`, so that the next reader reads the store.
    func expireRow(_ key: ObjectKey, root: Int, after age: Duration)
    /// Forgets a cached row of any age.
    func forgetRow(_ key: ObjectKey, root: Int)
    /// Reserves permanent keys for new objects, in order.
    func reserveKeys(for layouts: [RowLayout]) throws -> [ObjectKey]
    /// Runs `body`, which may read and save, while no other context saves to the store.
    func holdingWriter(_ body: () throws -> Void) throws
    /// Writes a context's changes and gives its inserted objects permanent keys.
    ///
    /// If it throws, objects and store are unchanged.
    ///
    /// - Precondition: on the context's queue; the store holds the objects' entities.
    /// - Throws: `SaveConflict` if another writer changed the same rows, or the store already has
    ///   the values of a uniqueness constraint; errors of the file; errors of `beforeCommit`.
    /// - Parameter beforeCommit: runs when everything is written but the commit; if it throws, the
    ///   save fails with its error.
    func save(
        _ changes: ChangeSet, of context: NSManagedObjectContext,
        beforeCommit: (() throws -> Void)?
    ) throws
    /// Continues with the file at another path, which must hold the same store.
    func move(to url: URL) throws

    /// Everything that the store holds.
    func readContents() throws -> StoreContents
    /// Takes over everything that another store holds, including its identity.
    ///
    /// - Precondition: the store is empty and new.
    func adopt(_ contents: StoreContents) throws
}

// Defaults for stores without a cache, and for those that read row by row.
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
