import Execution

/// The rows of a save that was committed, on their way into the row cache.
///
/// They get there after the connection is free, for nobody else has to wait for it. What others
/// commit and publish meanwhile is newer, and stays:
///
///     this save    COMMIT v1 ── free ──────────────────────────── publish: v2 stays
///     another               ├─ writer: COMMIT v2 ── free ─ publish v2 ─┤
///
/// Until then the cache has the rows of before. A save that takes them for the newest learns from
/// the store that they are not.
struct SavedRows {
    private let store: SQLiteStore
    private let context: NSManagedObjectContext
    private let changes: ChangeSet
    private let rows: PendingRows
    private let triggered: Set<TriggeredRows.Row>
    /// From before the connection is free: notes what others delete until the rows are published.
    private let reading: RowCache.Reading

    /// - Precondition: holding the connection that has committed.
    init(
        _ store: SQLiteStore, _ context: NSManagedObjectContext, _ changes: ChangeSet,
        _ rows: PendingRows, _ triggered: Set<TriggeredRows.Row>
    ) {
        self.triggered = triggered
        self.store = store
        self.context = context
        self.changes = changes
        self.rows = rows
        reading = RowCache.Reading(store.cache)
    }

    /// The written rows become the cache's, without a copy; the objects get their new keys.
    ///
    /// - Precondition: on the context's queue.
    func publish() {
        // Others may read what is committed before the row cache has it.
        store.execution.interaction()
        rows.publish()
        let cache = store.cache
        for list in [changes.inserted, changes.updated] {
            list.forEachUnretained { object in
                var row = object.row!
                if row.slab.belongs(toOtherThan: cache) { row = moveToOwnSlab(object) }
                cache.enterSaved(row, in: row.slab, by: reading)
            }
        }
        for object in changes.deleted {
            cache.forget(object.key, root: object.layout.rootNumber)
        }
        store.forget(triggered)
        store.persistentStoreCoordinator?.transactionObserver?
            .transactionDidPublish(contextName: context.name)
    }

    /// Gives an object's row a slab that no other store's cache knows.
    private func moveToOwnSlab(_ object: NSManagedObject) -> Row {
        let slab = RowSlab(layout: object.layout, capacity: 1)
        return withExtendedLifetime(slab) {
            let row = slab.appendCopy(of: object.row!)
            row.retainSlab()
            object.adopt(row)
            return row
        }
    }
}
