import Execution
import Foundation

/// One save to an atomic store: in memory, then to the file, all or nothing.
///
/// - Precondition: on the context's queue, holding the store's lock.
struct AtomicSave {
    private let store: AtomicStore
    private let tables: RowTables
    private let context: NSManagedObjectContext
    private let copies = KeptRows()

    init(_ store: AtomicStore, _ tables: RowTables, _ context: NSManagedObjectContext) {
        self.store = store
        self.tables = tables
        self.context = context
    }

    /// - Parameter contents: makes everything that the store holds, with the given metadata.
    /// - Throws: `SaveConflict` if another context changed the rows, and errors of writing the
    ///   file.
    func run(
        _ all: ChangeSet, _ beforeCommit: (() throws -> Void)?,
        contents: ([String: Any]) throws -> StoreContents
    ) throws {
        let changes = all.withoutTransientChanges(store.model)
        let observer = store.persistentStoreCoordinator?.transactionObserver
        observer?.transactionWillBegin(contextName: context.name)
        try checkSnapshots(changes.updated + changes.deleted + changes.guarded)
        if store.model.hasConstraints {
            let conflicts = try UniquenessCheck(tables, context).conflicts(in: changes)
            if !conflicts.isEmpty { throw SaveConflict(conflicts: conflicts) }
        }
        let metadata = store.unsavedMetadata
        let rows = PendingRows(context, changes, model: store.model)
        let edit = RowTables.Edit(tables)
        do {
            rows.prepare(tables.takeKeys(for: rows.waiting.map(\.layout)))
            write(changes, rows, edit)
            store.execution.charge(.rowsBound, changes.count)
            let replacement = try makeReplacement(metadata?.plist, contents)
            defer { replacement?.discard() }
            observer?.transactionWillCommit(contextName: context.name)
            try beforeCommit?()
            try replacement?.commit()
        } catch {
            edit.undo()
            rows.undo()
            throw error
        }
        edit.commit()
        observer?.transactionDidCommit(contextName: context.name, at: context.execution.now)
        if let metadata { store.didSaveMetadata(metadata.revision) }
        rows.publish()
        observer?.transactionDidPublish(contextName: context.name)
    }

    /// The new file, already synced, beside the old one; `nil` for a store without a file.
    private func makeReplacement(
        _ metadata: [String: Any]?, _ contents: ([String: Any]) throws -> StoreContents
    ) throws -> FileReplacement? {
        guard let format = store.format, let url = store.url else { return nil }
        let file = AtomicFile(url: url, format: format)
        return try file.replacement(contents(metadata ?? store.metadata ?? [:]))
    }

    private func checkSnapshots(_ objects: [NSManagedObject]) throws {
        var conflicts: [NSMergeConflict] = []
        for object in objects {
            guard let base = object.committedRow else { continue }
            let newest = tables.row(object.key, root: object.layout.rootNumber)
            guard newest?.version != base.version else { continue }
            conflicts.append(
                NSMergeConflict(object: object, base: base, cached: newest, persisted: nil))
        }
        if !conflicts.isEmpty { throw SaveConflict(conflicts: conflicts) }
    }

    private func write(_ changes: ChangeSet, _ rows: PendingRows, _ edit: RowTables.Edit) {
        for object in changes.inserted + changes.updated {
            let row = object.row!
            edit.set(storedForm(of: row, object.layout), at: row.key, layout: object.layout)
        }
        for object in changes.inserted + changes.updated {
            guard let details = object.details else { continue }
            for (index, toMany) in details.toManys.enumerated() where toMany.hasChanges {
                let relationship = object.layout.relationships[object.layout.toManys[index]]
                let owner = object.row!.key
                link(toMany, of: owner, relationship, rows, edit)
                if relationship.isOrdered { order(toMany, of: owner, relationship, rows, edit) }
            }
        }
        for object in changes.deleted {
            for relationship in object.layout.relationships {
                edit.unlinkAll(relationship, of: object.key)
                if relationship.isOrdered { edit.setPlaces(nil, of: object.key, relationship) }
            }
            for join in store.oneWayJoins[object.layout.number - 1] {
                edit.unlinkAll(join, to: object.key)
            }
            edit.set(nil, at: object.key, layout: object.layout)
        }
    }

    /// The row itself, shared as in a SQLite store's cache, or a copy without transient values.
    ///
    /// The reference that the tables take keeps a copy's slab alive.
    private func storedForm(of row: Row, _ layout: RowLayout) -> Row {
        guard !layout.transientSlots.isEmpty else { return row }
        let copy = copies.copy(row, layout)
        for slot in layout.transientSlots { copy.setNull(slot.index, true) }
        return copy
    }

    private func link(
        _ toMany: ObjectExtension.ToMany, of key: ObjectKey, _ relationship: RelationshipLayout,
        _ rows: PendingRows, _ edit: RowTables.Edit
    ) {
        guard let join = JoinTable(relationship.description) else { return }
        for member in toMany.added.all {
            edit.setLink(join, key, rows.permanent(member), isLinked: true)
        }
        for member in toMany.removed.all where !member.isTemporary {
            edit.setLink(join, key, member, isLinked: false)
        }
    }

    /// Writes the order of an ordered relationship's members, as a SQLite store would.
    private func order(
        _ toMany: ObjectExtension.ToMany, of owner: ObjectKey,
        _ relationship: RelationshipLayout, _ rows: PendingRows, _ edit: RowTables.Edit
    ) {
        let known = tables.places(of: owner, relationship) ?? [:]
        let stored = tables.members(of: owner, relationship).map {
            (number: $0.number, place: known[$0.number])
        }
        var places: [Int64: Int64] = [:]
        for (number, place) in stored { places[number] = place }
        let changes = MemberPlaces.changes(
            stored: stored, members: toMany.members?.all.map(rows.permanent),
            added: toMany.added.all.map(rows.permanent))
        for (number, place) in changes { places[number] = place }
        edit.setPlaces(places, of: owner, relationship)
    }
}
