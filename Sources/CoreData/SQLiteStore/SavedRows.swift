import Execution

/// The rows of a committed save, on their way into the row cache.
///
/// They are published after the connection is free, so that no other save waits for it. Rows that
/// another context commits and publishes meanwhile are newer, and stay:
///
///     this save    COMMIT v1 ── free ──────────────────────────── publish: v2 stays
///     another               ├─ writer: COMMIT v2 ── free ─ publish v2 ─┤
///
/// Until then the cache has the former rows. A save that takes these for the newest finds out from
/// the store that they are not.
///
/// A class, because it passes through several closures: copies of a value would count references to
/// each part.
final class SavedRows {
    private let store: SQLiteStore
    private let context: NSManagedObjectContext
    private let changes: ChangeSet
    private let rows: PendingRows
    private let triggered: Set<TriggeredRows.Row>
    /// The number of the save in the store's history; `nil` if that is not tracked.
    let transaction: Int64?
    /// Begins while the connection is held: it records deletions until the rows are published.
    private let reading: RowCache.Reading

    /// - Precondition: holding the connection that has committed.
    init(
        _ store: SQLiteStore, _ context: NSManagedObjectContext, _ changes: ChangeSet,
        _ rows: PendingRows, _ triggered: Set<TriggeredRows.Row>, _ transaction: Int64?
    ) {
        self.transaction = transaction
        self.triggered = triggered
        self.store = store
        self.context = context
        self.changes = changes
        self.rows = rows
        reading = RowCache.Reading(store.cache)
    }

    /// Gives the written rows to the cache without a copy, and the objects their new keys.
    ///
    /// - Precondition: on the context's queue.
    func publish() {
        // Readers may see the committed rows before the row cache has them.
        store.execution.interaction()
        rows.publish()
        enter(changes.inserted)
        enter(changes.updated)
        changes.deleted.forEachUnretained { object in
            store.cache.forget(object.key, root: object.layout.rootNumber, exceptFor: reading)
        }
        store.forget(triggered)
        context.derivedKeys += triggered.map { store.key(of: $0) }.filter { !$0.isNone }
        store.persistentStoreCoordinator?.transactionObserver?
            .transactionDidPublish(contextName: context.name)
    }

    /// Enters the rows of some objects, of which neighbours mostly lie in one slab.
    private func enter(_ objects: [NSManagedObject]) {
        guard !objects.isEmpty else { return }
        let cache = store.cache
        var rows: ContiguousArray<Row> = []
        rows.reserveCapacity(objects.count)
        var checked: UnsafeRawPointer?
        objects.forEachUnretained { object in
            var row = object.row!
            if row.slabPointer != checked {
                if row.slab.belongs(toOtherThan: cache) {
                    row = moveToOwnSlab(object)
                } else {
                    checked = row.slabPointer
                }
            }
            rows.append(row)
        }
        cache.enterSaved(rows, by: reading)
    }

    /// Moves an object's row to a slab of its own, which no other store's cache has.
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
