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
    /// - Throws: `SaveConflict` when others changed the rows, `SQLiteError`.
    func run(_ all: ChangeSet) throws {
        var changes = all
        if store.model.hasTransients {
            // A change of transient values alone is none of the row.
            changes.updated = all.updated.filter(\.hasPersistentChangedValues)
        }
        let observer = store.persistentStoreCoordinator?.transactionObserver
        observer?.transactionWillBegin(contextName: context.name)
        try checkSnapshots(changes.updated + changes.deleted + changes.guarded)
        var undo = RowUndo()
        do {
            try connection.execute("BEGIN IMMEDIATE")
            try write(changes, &undo)
            observer?.transactionWillCommit(contextName: context.name)
            try connection.execute("COMMIT")
        } catch {
            connection.rollback()
            undo.run()
            throw error
        }
        observer?.transactionDidCommit(contextName: context.name, at: context.execution.now)
        publish(changes)
        observer?.transactionDidPublish(contextName: context.name)
    }

    // MARK: Conflicts

    /// The first level: the row that an object was changed from is not the newest any more.
    private func checkSnapshots(_ objects: [NSManagedObject]) throws {
        var conflicts: [NSMergeConflict] = []
        for object in objects {
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

    private func write(_ changes: ChangeSet, _ undo: inout RowUndo) throws {
        if store.model.hasConstraints {
            let check = UniquenessCheck(store, connection, context)
            let conflicts = try check.conflicts(in: changes)
            if !conflicts.isEmpty { throw SaveConflict(conflicts: conflicts) }
            try check.releaseValues(of: changes)
        }
        try assignKeys(changes.inserted, &undo)
        for object in changes.updated { prepareUpdate(object, &undo) }
        for object in changes.inserted + changes.updated { resolveReferences(of: object, &undo) }
        for object in changes.inserted { try insert(object) }
        for object in changes.updated { try update(object) }
        for object in changes.deleted { try delete(object) }
        for object in changes.guarded { try requireUnchanged(object) }
        try writeMembers(changes)
    }

    private func assignKeys(_ objects: [NSManagedObject], _ undo: inout RowUndo) throws {
        let waiting = objects.filter { $0.key.isTemporary }
        let keys = try KeyAllocator(store: store, connection).keys(for: waiting.map(\.layout))
        for (object, key) in zip(waiting, keys) {
            undo.set(object.row!.words + 1, to: key.bits)
        }
        for object in objects { undo.set(object.row!.words + 2, to: 1) }
    }

    /// A row of its own with the next version, also for an object whose to-many alone has changed.
    private func prepareUpdate(_ object: NSManagedObject, _ undo: inout RowUndo) {
        let row = object.writableRow()
        let version = object.committedRow!.version + 1
        undo.set(row.words + 2, to: UInt64(bitPattern: version))
    }

    /// Temporary keys in to-one slots become the permanent ones of the same save.
    private func resolveReferences(of object: NSManagedObject, _ undo: inout RowUndo) {
        let row = object.row!
        for slot in object.layout.toOneSlots {
            let reference = row.reference(of: slot)
            guard reference.isTemporary else { continue }
            undo.set(row.words + slot.offset, to: permanent(reference).bits)
        }
    }

    private func permanent(_ key: ObjectKey) -> ObjectKey {
        guard key.isTemporary else { return key }
        let root = store.model[key.entity].rootNumber
        if let object = context.registry.object(key, root: root), let row = object.row {
            return row.key
        }
        return context.resolve(key)
    }

    private func insert(_ object: NSManagedObject) throws {
        let layout = object.layout
        let row = object.row!
        let statement = try connection.statement(store.insertText(layout))
        statement.bind(row.key.number, at: 1)
        statement.bind(Int64(layout.number), at: 2)
        statement.bind(1 as Int64, at: 3)
        var index: Int32 = 4
        for slot in layout.storedSlots { Self.bind(slot, of: row, to: statement, at: &index) }
        try statement.run()
    }

    private func update(_ object: NSManagedObject) throws {
        let layout = object.layout
        let row = object.row!
        let base = object.committedRow!
        let dirty = ContiguousArray(
            layout.storedSlots.filter { object.details!.isDirty($0.index) })
        let statement = try connection.statement(store.updateText(layout, dirty))
        statement.bind(row.version, at: 1)
        var index: Int32 = 2
        for slot in dirty { Self.bind(slot, of: row, to: statement, at: &index) }
        statement.bind(row.key.number, at: index)
        statement.bind(base.version, at: index + 1)
        try statement.run()
        if connection.changes == 0 { throw try storeConflict(object, base) }
    }

    private func delete(_ object: NSManagedObject) throws {
        guard let base = object.committedRow else { return }
        let table = SQLiteSchema.table(of: object.layout)
        let statement = try connection.statement(
            "DELETE FROM \(table) WHERE Z_PK = ? AND Z_OPT = ?")
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

    @inline(__always)
    static func bind(
        _ slot: Slot, of row: Row, to statement: SQLiteStatement, at index: inout Int32
    ) {
        defer { index += slot.entityColumn == nil ? 1 : 2 }
        let word = row.words[slot.offset]
        if row.isNull(slot.index) {
            statement.bindNull(at: index)
            if slot.entityColumn != nil { statement.bindNull(at: index + 1) }
            return
        }
        switch slot.kind {
        case .integer16, .integer32, .integer64, .boolean:
            statement.bind(Int64(bitPattern: word), at: index)
        case .double, .float, .date:
            statement.bind(Double(bitPattern: word), at: index)
        case .toOne:
            statement.bind(ObjectKey(bits: word).number, at: index)
            if slot.entityColumn != nil {
                statement.bind(Int64(ObjectKey(bits: word).entity), at: index + 1)
            }
        case .string, .decimal, .uri:
            // The row stays as it is until the statement is reset.
            statement.bindText(
                row.bytes(at: slot.offset, slot: slot.index)!, at: index, isStatic: true)
        case .binary, .uuid, .transformable:
            statement.bindBlob(
                row.bytes(at: slot.offset, slot: slot.index)!, at: index, isStatic: true)
        }
    }

    // MARK: Join tables

    private func writeMembers(_ changes: ChangeSet) throws {
        for object in changes.inserted + changes.updated {
            guard let details = object.details else { continue }
            for (index, toMany) in details.toManys.enumerated() where toMany.hasChanges {
                let relationship = object.layout.relationships[object.layout.toManys[index]]
                if let join = JoinTable(relationship.description) {
                    try write(join, object.row!.key, toMany)
                }
                guard relationship.isOrdered else { continue }
                try MemberOrder(relationship, store.model, connection).write(
                    of: object.row!.key, members: toMany.members?.all.map(permanent),
                    added: toMany.added.all.map(permanent))
            }
        }
        for object in changes.deleted {
            for relationship in object.layout.relationships {
                guard let join = JoinTable(relationship.description) else { continue }
                let statement = try connection.statement(
                    "DELETE FROM \(join.name) WHERE \(join.sourceColumn) = ?")
                statement.bind(object.key.number, at: 1)
                try statement.run()
            }
        }
    }

    /// Both sides record each pair; the second finds it there, or gone.
    private func write(
        _ join: JoinTable, _ source: ObjectKey, _ toMany: ObjectExtension.ToMany
    ) throws {
        let columns = "\(join.sourceColumn), \(join.destinationColumn)"
        for key in toMany.added.all {
            let statement = try connection.statement(
                "INSERT OR IGNORE INTO \(join.name) (\(columns)) VALUES (?, ?)")
            statement.bind(source.number, at: 1)
            statement.bind(permanent(key).number, at: 2)
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

    /// The written rows become the cache's, without a copy; the objects get their new keys.
    private func publish(_ changes: ChangeSet) {
        // Before any object is renamed: members are found by their temporary keys.
        for object in changes.inserted + changes.updated {
            context.replaceTemporaryMembers(of: object)
        }
        for object in changes.inserted + changes.updated {
            let row = object.row!
            if object.key != row.key { context.rename(object, to: row.key) }
            store.cache.enter(row, in: row.slab)
        }
        for object in changes.deleted {
            store.cache.forget(object.key, root: object.layout.rootNumber)
        }
    }
}

/// Words that a save wrote ahead of its commit, to be put back when it fails.
private struct RowUndo {
    private var words: [(place: UnsafeMutablePointer<UInt64>, former: UInt64)] = []

    mutating func set(_ place: UnsafeMutablePointer<UInt64>, to word: UInt64) {
        words.append((place, place.pointee))
        place.pointee = word
    }

    func run() {
        for (place, former) in words.reversed() { place.pointee = former }
    }
}
