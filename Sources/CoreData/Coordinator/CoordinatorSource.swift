import Foundation

/// A coordinator as the source of a context: requests go to its stores.
final class CoordinatorSource: ObjectSource {
    let coordinator: NSPersistentStoreCoordinator
    /// Owns this source.
    private unowned(unsafe) let context: NSManagedObjectContext

    init(_ coordinator: NSPersistentStoreCoordinator, of context: NSManagedObjectContext) {
        self.coordinator = coordinator
        self.context = context
    }

    var model: ModelLayout { coordinator.model }
    var rootCoordinator: NSPersistentStoreCoordinator? { coordinator }

    func fetch(_ plan: FetchPlan) throws -> FetchedRows {
        let stores = try stores(for: plan)
        guard stores.count > 1 else { return try stores[0].fetchRows(plan) }
        throw CoreDataError.severalStores("fetch")
    }

    func count(_ plan: FetchPlan) throws -> Int {
        try stores(for: plan).reduce(0) { try $0 + $1.countRows(plan) }
    }

    func keys(_ plan: FetchPlan) throws -> [ObjectKey] {
        let stores = try stores(for: plan)
        guard stores.count > 1 else { return try stores[0].fetchKeys(plan) }
        throw CoreDataError.severalStores("fetch")
    }

    func dictionaries(_ plan: FetchPlan, _ dictionaries: DictionaryPlan) throws -> [NSDictionary] {
        let stores = try stores(for: plan)
        guard stores.count > 1 else { return try stores[0].fetchDictionaries(plan, dictionaries) }
        throw CoreDataError.severalStores("fetch of dictionaries")
    }

    func rows(_ keys: [ObjectKey], root: RowLayout) throws -> FetchedRows {
        var found = FetchedRows()
        for (store, keys) in byStore(keys) { found.append(try store.rows(keys, root: root)) }
        return found
    }

    func members(
        ofAll keys: [ObjectKey], relationship: RelationshipLayout
    ) throws -> MemberLists {
        var lists: [UInt64: [ObjectKey]] = [:]
        var rows: [FetchedRows] = []
        for (store, keys) in byStore(keys) {
            let found = try store.members(ofAll: keys, relationship: relationship)
            for (key, list) in zip(keys, found.lists) { lists[key.bits] = list }
            rows += found.rows
        }
        return MemberLists(lists: keys.map { lists[$0.bits] ?? [] }, rows: rows)
    }

    /// Keys by the store that has their rows, both in their order.
    private func byStore(_ keys: [ObjectKey]) -> [(NSPersistentStore, [ObjectKey])] {
        let saved = keys.filter { !$0.isTemporary }
        return Set(saved.map(\.store)).sorted().compactMap { number in
            coordinator.store(numbered: number).map { store in
                (store, saved.filter { $0.store == number })
            }
        }
    }

    func row(_ key: ObjectKey, layout: RowLayout) throws -> Row? {
        guard !key.isTemporary, let store = coordinator.store(numbered: key.store) else {
            return nil
        }
        if context.stalenessInterval >= 0 {
            store.expireRow(
                key, root: layout.rootNumber, after: .seconds(context.stalenessInterval))
        }
        guard let row = try store.row(key, layout: layout) else { return nil }
        return layout.transientSlots.isEmpty ? row : withoutTransientValues(row, layout)
    }

    /// A row as the store knows it: transient values are those of the context that saved it.
    private func withoutTransientValues(_ row: Row, _ layout: RowLayout) -> Row {
        guard layout.transientSlots.contains(where: { !row.hasDefault(of: $0) }) else { return row }
        defer { row.releaseSlab() }
        let copy = RowSlab(layout: layout, capacity: 1).appendCopy(of: row)
        copy.retainSlab()
        for slot in layout.transientSlots { copy.setDefault(of: slot) }
        return copy
    }

    func members(
        of key: ObjectKey, layout: RowLayout, relationship: RelationshipLayout
    ) throws -> [ObjectKey] {
        guard !key.isTemporary, let store = coordinator.store(numbered: key.store) else {
            return []
        }
        return try store.members(of: key, layout: layout, relationship: relationship)
    }

    func reserveKeys(for layouts: [RowLayout]) throws -> [ObjectKey] {
        try onlyStore("insert").reserveKeys(for: layouts)
    }

    func save(_ changes: ChangeSet, of context: NSManagedObjectContext) throws {
        let store = try onlyStore("save")
        guard !store.isReadOnly else { throw CoreDataError.readOnly(store) }
        try store.save(changes, of: context)
    }

    private func stores(for plan: FetchPlan) throws -> [NSPersistentStore] {
        let stores = coordinator.persistentStores.filter { store in
            plan.affectedStores?.contains { $0 === store } ?? true
        }
        guard !stores.isEmpty else { throw CoreDataError.noStore() }
        return stores
    }

    private func onlyStore(_ what: String) throws -> NSPersistentStore {
        let stores = coordinator.persistentStores
        guard let store = stores.first else { throw CoreDataError.noStore() }
        guard stores.count == 1 else { throw CoreDataError.severalStores(what) }
        return store
    }
}
