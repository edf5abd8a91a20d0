import Execution
import Foundation

/// One save as one transaction: keys, insertions, updates, deletions, join tables, COMMIT.
///
/// If it fails, it undoes everything it did to rows, so that the objects are pending as before.
/// Work that needs no connection runs before and after, because other contexts wait for the writer.
///
///     this save   prepare ├── writer: conflicts, BEGIN … COMMIT ──┤ publish, checkpoint
///     another             ├── waits ──────────────────────────────┤├── writer: …
final class SaveTransaction {
    private let store: SQLiteStore
    private let context: NSManagedObjectContext
    private let changes: ChangeSet
    private let rows: PendingRows
    /// The writer's connection, while `run` holds it.
    private var connection: SQLiteConnection!
    /// All of an attempt are settled at once: each further attempt may meet others' new ones.
    private var conflicts: [NSMergeConflict] = []
    /// Objects whose rows are not the cached ones in the store, with the cached rows.
    private var stale: [(object: NSManagedObject, base: Row)] = []

    /// What ends a transaction that has met such objects.
    private struct StaleRows: Error {}

    /// - Precondition: on the context's queue, as for all that follows.
    init(_ store: SQLiteStore, _ context: NSManagedObjectContext, _ all: ChangeSet) {
        self.store = store
        self.context = context
        changes = all.withoutTransientChanges(store.model)
        rows = PendingRows(context, changes, model: store.model)
    }

    /// - Precondition: holding the connection.
    /// - Returns: the rows to publish once the connection is free.
    /// - Throws: `SaveConflict` if another context changed the rows, `SQLiteError`, and errors of
    ///   `beforeCommit`.
    func run(
        on connection: SQLiteConnection, _ beforeCommit: (() throws -> Void)?
    ) throws -> SavedRows {
        self.connection = connection
        let observer = store.persistentStoreCoordinator?.transactionObserver
        observer?.transactionWillBegin(contextName: context.name)
        try checkSnapshots([changes.updated, changes.deleted, changes.guarded])
        // Metadata that the app sets from here on wait for the next save.
        let metadata = store.unsavedMetadata
        var recorded: Int64?
        do {
            try connection.begin()
            // Readers may run meanwhile; they see the last commit.
            store.execution.interaction()
            try write()
            recorded = try recordHistory()
            store.execution.charge(.rowsBound, changes.count)
            if let metadata { try connection.writeMetadata(store.identifier, metadata.plist) }
            observer?.transactionWillCommit(contextName: context.name)
            try beforeCommit?()
            store.execution.interaction()
            try CommitAttempt(store, connection).run(changes)
        } catch {
            connection.rollback()
            rows.undo()
            guard error is StaleRows else { throw error }
            // The transaction had changed these rows, too, and triggers others: read them now.
            throw SaveConflict(conflicts: try stale.map(storeConflict))
        }
        let saved = SavedRows(
            store, context, changes, rows, connection.triggeredRows.take(), recorded)
        observer?.transactionDidCommit(contextName: context.name, at: context.execution.now)
        if let metadata { store.didSaveMetadata(metadata.revision) }
        if let recorded { context.saveMarks.note(transaction: recorded, of: store) }
        return saved
    }

    /// Adds the changes to the store's history, if it tracks one.
    private func recordHistory() throws -> Int64? {
        guard let history = store.history else { return nil }
        let writer = HistoryWriter(history, store, connection)
        try writer.record(changes)
        return try writer.finish(context)
    }

    // MARK: Conflicts

    /// First level: the object was changed from a row that is no longer the newest in the cache.
    private func checkSnapshots(_ lists: [[NSManagedObject]]) throws {
        for list in lists {
            try list.forEachUnretained { object in
                if let conflict = try snapshotConflict(object) { conflicts.append(conflict) }
            }
        }
        if !conflicts.isEmpty { throw SaveConflict(conflicts: conflicts) }
    }

    @inline(__always)
    private func snapshotConflict(_ object: NSManagedObject) throws -> NSMergeConflict? {
        let root = object.layout.rootNumber
        guard let base = object.committedRow,
            let cached = store.cache.version(object.key, root: root), cached != base.version
        else { return nil }
        // The last context that had the newer row may have let go of it since: only the store can
        // tell now whether there is one.
        guard let row = store.cache.retainedRow(object.key, root: root) else {
            return try storeConflict(object, base)
        }
        defer { row.releaseSlab() }
        return NSMergeConflict(object: object, base: base, cached: row, persisted: nil)
    }

    /// Second level: the store's row is not the cached one.
    ///
    /// - Precondition: outside of a transaction of the save's own.
    private func storeConflict(_ object: NSManagedObject, _ base: Row) throws -> NSMergeConflict {
        store.cache.forget(object.key, root: object.layout.rootNumber)
        let row = try store.readRow(object.key, layout: object.layout, on: connection)
        defer { row?.releaseSlab() }
        return NSMergeConflict(object: object, base: base, cached: base, persisted: row)
    }

    // MARK: Writing

    private func write() throws {
        if store.model.hasConstraints {
            let rows = SQLiteUniqueRows(store, connection)
            let conflicts = try UniquenessCheck(rows, context).conflicts(in: changes)
            if !conflicts.isEmpty { throw SaveConflict(conflicts: conflicts) }
            try rows.releaseValues(of: changes)
        }
        let keys = try KeyAllocator(store: store, connection).keys(for: rows.waiting)
        rows.prepare(keys)
        if store.settings.splitsSaves {
            try insertInTwoTransactions(changes.inserted)
        } else {
            try RowInsertion(store, connection).run(changes.inserted)
        }
        try writeUpdates()
        for object in changes.guarded { try requireUnchanged(object) }
        if !stale.isEmpty { throw StaleRows() }
        try writeMembers()
    }

    private func writeUpdates() throws {
        var statement = UpdateStatement(store, connection)
        try changes.updated.forEachUnretained { try update($0, &statement) }
        var deletion = DeleteStatement(store, connection)
        try changes.deleted.forEachUnretained { try delete($0, &deletion) }
    }

    /// A control of the crash lab, which must find that a crash between the two commits tears the
    /// save.
    private func insertInTwoTransactions(_ objects: [NSManagedObject]) throws {
        let half = objects.count / 2
        try RowInsertion(store, connection).run(Array(objects[..<half]))
        try connection.commit()
        try connection.begin()
        try RowInsertion(store, connection).run(Array(objects[half...]))
    }

    private func update(
        _ object: NSManagedObject, _ update: inout UpdateStatement
    ) throws {
        let row = object.row!
        let base = object.committedRow!
        try update.prepare(for: object)
        let statement = update.statement!
        statement.bind(row.version, at: 1)
        var index: Int32 = 2
        for place in update.places { statement.bind(place, of: row, at: &index) }
        statement.bind(row.key.number, at: index)
        statement.bind(base.version, at: index + 1)
        try statement.run()
        if connection.changes == 0 { stale.append((object, base)) }
        if update.leavesDerived { connection.triggeredRows.note(object.key) }
    }

    private func delete(
        _ object: NSManagedObject, _ deletion: inout DeleteStatement
    ) throws {
        guard let base = object.committedRow else { return }
        let statement = try deletion.prepared(for: object)
        statement.bind(object.key.number, at: 1)
        statement.bind(base.version, at: 2)
        try statement.run()
        if connection.changes == 0 { stale.append((object, base)) }
    }

    private func requireUnchanged(_ object: NSManagedObject) throws {
        guard let base = object.committedRow else { return }
        let table = SQLiteSchema.table(of: object.layout)
        let statement = try connection.statement("SELECT Z_OPT FROM \(table) WHERE Z_PK = ?")
        statement.bind(object.key.number, at: 1)
        let version = try statement.step() ? statement.integer(0) : nil
        statement.reset()
        if version != base.version { stale.append((object, base)) }
    }

    // MARK: Join tables

    private func writeMembers() throws {
        for list in [changes.inserted, changes.updated] {
            try list.forEachUnretained { try writeMembers(of: $0) }
        }
        try changes.deleted.forEachUnretained { try deleteMembers(of: $0) }
    }

    @inline(__always)
    private func writeMembers(of object: NSManagedObject) throws {
        guard let details = object.details, !details.toManys.isEmpty else { return }
        let layout = object.layout
        for index in details.toManys.indices where details.toManys[index].hasChanges {
            let place = layout.toManys[index]
            let relationship = layout.relationships[place]
            let join = store.joins[layout.number - 1][place]
            guard join != nil || relationship.isOrdered,
                store.entities.holdsDestination(of: relationship)
            else { continue }
            let toMany = details.toManys[index]
            if let join { try write(join, object.row!.key, toMany, rows) }
            guard relationship.isOrdered else { continue }
            try MemberOrder(relationship, store.model, connection).write(
                of: object.row!.key, members: toMany.members?.all.map(rows.permanent),
                added: toMany.added.all.map(rows.permanent))
        }
    }

    @inline(__always)
    private func deleteMembers(of object: NSManagedObject) throws {
        for (place, relationship) in object.layout.relationships.enumerated() {
            guard let join = store.joins[object.layout.number - 1][place],
                store.entities.holdsDestination(of: relationship)
            else { continue }
            try deletePairs(join.name, join.sourceColumn, object.key)
        }
        for join in store.oneWayJoins[object.layout.number - 1] {
            try deletePairs(join.name, join.destinationColumn, object.key)
        }
    }

    private func deletePairs(_ table: String, _ column: String, _ key: ObjectKey) throws {
        let statement = try connection.statement("DELETE FROM \(table) WHERE \(column) = ?")
        statement.bind(key.number, at: 1)
        try statement.run()
    }

    /// Writes the pairs of one side; those that the other side has written already have no effect.
    private func write(
        _ join: JoinTable, _ source: ObjectKey, _ toMany: ObjectExtension.ToMany,
        _ rows: PendingRows
    ) throws {
        let columns = "\(join.sourceColumn), \(join.destinationColumn)"
        for key in toMany.added.all {
            let statement = try connection.statement(
                "INSERT OR IGNORE INTO \(join.name) (\(columns)) VALUES (?, ?)")
            statement.bind(source.number, at: 1)
            statement.bind(rows.permanent(key).number, at: 2)
            try statement.run()
        }
        for key in toMany.removed.all where !key.isTemporary {
            let statement = try connection.statement(
                """
                DELETE FROM \(join.name) WHERE \(join.sourceColumn) = ? \
                AND \(join.destinationColumn) = ?
                """)
            statement.bind(source.number, at: 1)
            statement.bind(key.number, at: 2)
            try statement.run()
        }
    }
}
