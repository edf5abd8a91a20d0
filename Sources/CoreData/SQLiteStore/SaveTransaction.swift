import Execution
import Foundation

/// One save as one transaction: keys, insertions, updates, deletions, join tables, COMMIT.
///
/// Everything it does to rows before the commit is undone when it fails, so that the objects are as
/// pending as before.
struct SaveTransaction {
    private let store: SQLiteStore
    private let connection: SQLiteConnection
    private let context: NSManagedObjectContext

    init(_ store: SQLiteStore, _ connection: SQLiteConnection, _ context: NSManagedObjectContext) {
        self.store = store
        self.connection = connection
        self.context = context
    }

    /// - Precondition: on the context's queue, holding the connection.
    /// - Throws: `SaveConflict` when others changed the rows, `SQLiteError`, and what
    ///   `beforeCommit` throws.
    func run(_ all: ChangeSet, _ beforeCommit: (() throws -> Void)?) throws {
        let changes = all.withoutTransientChanges(store.model)
        let observer = store.persistentStoreCoordinator?.transactionObserver
        observer?.transactionWillBegin(contextName: context.name)
        try checkSnapshots([changes.updated, changes.deleted, changes.guarded])
        let metadata = store.unsavedMetadata
        let rows = PendingRows(context, model: store.model)
        do {
            try connection.begin()
            // Others may read meanwhile what was committed before.
            store.execution.interaction()
            try write(changes, rows)
            store.execution.charge(.rowsBound, changes.count)
            if let metadata { try connection.writeMetadata(store.identifier, metadata.plist) }
            observer?.transactionWillCommit(contextName: context.name)
            try beforeCommit?()
            store.execution.interaction()
            try CommitAttempt(store, connection).run(changes)
        } catch {
            connection.rollback()
            rows.undo()
            throw error
        }
        observer?.transactionDidCommit(contextName: context.name, at: context.execution.now)
        if let metadata { store.didSaveMetadata(metadata.revision) }
        // Others may read what is committed before the row cache has it.
        store.execution.interaction()
        publish(changes, rows)
        observer?.transactionDidPublish(contextName: context.name)
    }

    // MARK: Conflicts

    /// The first level: the row that an object was changed from is not the newest any more.
    private func checkSnapshots(_ lists: [[NSManagedObject]]) throws {
        var conflicts: [NSMergeConflict] = []
        for object in lists.joined() {
            let root = object.layout.rootNumber
            guard let base = object.committedRow,
                let cached = store.cache.version(object.key, root: root), cached != base.version
            else { continue }
            let row = store.cache.retainedRow(object.key, root: root)
            conflicts.append(
                NSMergeConflict(object: object, base: base, cached: row, persisted: nil))
            row?.releaseSlab()
        }
        if !conflicts.isEmpty { throw SaveConflict(conflicts: conflicts) }
    }

    /// The second level: the store's row is not the one in the cache.
    private func storeConflict(_ object: NSManagedObject, _ base: Row) throws -> SaveConflict {
        store.cache.forget(object.key, root: object.layout.rootNumber)
        let row = try store.readRow(object.key, layout: object.layout, on: connection)
        defer { row?.releaseSlab() }
        return SaveConflict(conflicts: [
            NSMergeConflict(object: object, base: base, cached: base, persisted: row)
        ])
    }

    // MARK: Writing

    private func write(_ changes: ChangeSet, _ rows: PendingRows) throws {
        if store.model.hasConstraints {
            let rows = SQLiteUniqueRows(store, connection)
            let conflicts = try UniquenessCheck(rows, context).conflicts(in: changes)
            if !conflicts.isEmpty { throw SaveConflict(conflicts: conflicts) }
            try rows.releaseValues(of: changes)
        }
        let waiting = rows.waiting(changes)
        let keys = try KeyAllocator(store: store, connection).keys(for: waiting.map(\.layout))
        rows.prepare(changes, waiting, keys)
        if store.settings.splitsSaves {
            try insertInTwoTransactions(changes.inserted)
        } else {
            try RowInsertion(store, connection).run(changes.inserted)
        }
        var statement = UpdateStatement(store, connection)
        for object in changes.updated { try update(object, &statement) }
        for object in changes.deleted { try delete(object) }
        for object in changes.guarded { try requireUnchanged(object) }
        try writeMembers(changes, rows)
    }

    /// A control of the crash lab, which must find that a crash between the two tears the save.
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
        for slot in update.slots { statement.bind(slot, of: row, at: &index) }
        statement.bind(row.key.number, at: index)
        statement.bind(base.version, at: index + 1)
        try statement.run()
        if connection.changes == 0 { throw try storeConflict(object, base) }
    }

    private func delete(_ object: NSManagedObject) throws {
        guard let base = object.committedRow else { return }
        let statement = try connection.statement(
            store.rowTexts[object.layout.number - 1].deletion)
        statement.bind(object.key.number, at: 1)
        statement.bind(base.version, at: 2)
        try statement.run()
        if connection.changes == 0 { throw try storeConflict(object, base) }
    }

    private func requireUnchanged(_ object: NSManagedObject) throws {
        guard let base = object.committedRow else { return }
        let table = SQLiteSchema.table(of: object.layout)
        let statement = try connection.statement("SELECT Z_OPT FROM \(table) WHERE Z_PK = ?")
        statement.bind(object.key.number, at: 1)
        let version = try statement.step() ? statement.integer(0) : nil
        statement.reset()
        if version != base.version { throw try storeConflict(object, base) }
    }

    // MARK: Join tables

    private func writeMembers(_ changes: ChangeSet, _ rows: PendingRows) throws {
        for object in [changes.inserted, changes.updated].joined() {
            guard let details = object.details else { continue }
            for (index, toMany) in details.toManys.enumerated() where toMany.hasChanges {
                let relationship = object.layout.relationships[object.layout.toManys[index]]
                guard store.entities.holdsDestination(of: relationship) else { continue }
                if let join = JoinTable(relationship.description) {
                    try write(join, object.row!.key, toMany, rows)
                }
                guard relationship.isOrdered else { continue }
                try MemberOrder(relationship, store.model, connection).write(
                    of: object.row!.key, members: toMany.members?.all.map(rows.permanent),
                    added: toMany.added.all.map(rows.permanent))
            }
        }
        for object in changes.deleted {
            for relationship in object.layout.relationships {
                guard let join = joinTable(of: relationship) else { continue }
                let statement = try connection.statement(
                    "DELETE FROM \(join.name) WHERE \(join.sourceColumn) = ?")
                statement.bind(object.key.number, at: 1)
                try statement.run()
            }
        }
    }

    /// The table of a relationship's pairs, where it has one and both ends lie in this store.
    private func joinTable(of relationship: RelationshipLayout) -> JoinTable? {
        guard store.entities.holdsDestination(of: relationship) else { return nil }
        return JoinTable(relationship.description)
    }

    /// Both sides record each pair; the second finds it there, or gone.
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

    // MARK: After the commit

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

    /// The written rows become the cache's, without a copy; the objects get their new keys.
    private func publish(_ changes: ChangeSet, _ rows: PendingRows) {
        rows.publish(changes)
        let cache = store.cache
        for list in [changes.inserted, changes.updated] {
            list.forEachUnretained { object in
                var row = object.row!
                if row.slab.belongs(toOtherThan: cache) { row = moveToOwnSlab(object) }
                cache.enter(row, in: row.slab)
            }
        }
        for object in changes.deleted {
            store.cache.forget(object.key, root: object.layout.rootNumber)
        }
    }
}
