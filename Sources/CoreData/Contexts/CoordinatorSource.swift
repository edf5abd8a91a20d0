import Foundation

/// A coordinator as the source of a context; it sends requests to its stores.
final class CoordinatorSource: ObjectSource {
    let coordinator: NSPersistentStoreCoordinator
    /// Owns this source.
    // The context owns this source; unsafe saves a reference count on every read.
    private unowned(unsafe) let context: NSManagedObjectContext
    /// The state to read for a request from another queue; `nil` on the context's own.
    private let generation: Result<QueryGeneration?, any Error>?

    init(
        _ coordinator: NSPersistentStoreCoordinator, of context: NSManagedObjectContext,
        _ generation: Result<QueryGeneration?, any Error>? = nil
    ) {
        self.coordinator = coordinator
        self.context = context
        self.generation = generation
    }

    var model: ModelLayout { coordinator.model }
    var rootCoordinator: NSPersistentStoreCoordinator? { coordinator }

    var forOtherQueues: any ObjectSource {
        CoordinatorSource(coordinator, of: context, Result { try context.generationToRead() })
    }

    /// Reads in the state that the context is pinned to; in the newest, if it is not.
    @inline(__always)
    private func inGeneration<T>(_ body: () throws -> T) throws -> T {
        let pinned: QueryGeneration?
        if let generation {
            pinned = try generation.get()
        } else if context.pinnedGeneration != nil {
            pinned = try context.generationToRead()
        } else {
            pinned = nil
        }
        guard let pinned else { return try body() }
        return try QueryGeneration.$bound.withValue(pinned, operation: body)
    }

    func fetch(_ plan: FetchPlan) throws -> FetchedRows {
        try inGeneration {
            let stores = try stores(for: plan)
            guard stores.count > 1 else { return try stores[0].fetchRows(plan) }
            return try MergedFetch(coordinator, stores).rows(plan)
        }
    }

    func count(_ plan: FetchPlan) throws -> Int {
        try inGeneration {
            let stores = try stores(for: plan)
            guard stores.count > 1 else { return try stores[0].countRows(plan) }
            return try MergedFetch(coordinator, stores).count(plan)
        }
    }

    func keys(_ plan: FetchPlan) throws -> [ObjectKey] {
        try inGeneration {
            let stores = try stores(for: plan)
            guard stores.count > 1 else { return try stores[0].fetchKeys(plan) }
            var keys: [ObjectKey] = []
            try MergedFetch(coordinator, stores).rows(plan).readAll { keys.append($0.key) }
            return keys
        }
    }

    func dictionaries(_ plan: FetchPlan, _ dictionaries: DictionaryPlan) throws -> [NSDictionary] {
        try inGeneration {
            let stores = try stores(for: plan)
            guard stores.count > 1 else {
                return try stores[0].fetchDictionaries(plan, dictionaries)
            }
            return try MergedFetch(coordinator, stores).dictionaries(plan, dictionaries)
        }
    }

    func rows(_ keys: [ObjectKey], root: RowLayout) throws -> FetchedRows {
        try inGeneration {
            var found = FetchedRows()
            for (store, keys) in byStore(keys) {
                let rows = try unlessRemoved(store) { try $0.rows(keys, root: root) }
                if let rows { found.append(rows) }
            }
            return found
        }
    }

    func members(
        ofAll keys: [ObjectKey], relationship: RelationshipLayout
    ) throws -> FetchedRows.Members {
        try inGeneration {
            var lists: [UInt64: [ObjectKey]] = [:]
            var rows: [FetchedRows] = []
            for (store, keys) in byStore(keys) {
                let read = try unlessRemoved(store) {
                    try $0.members(ofAll: keys, relationship: relationship)
                }
                guard let found = read else { continue }
                for (key, list) in zip(keys, found.lists) { lists[key.bits] = list }
                rows += found.rows
            }
            return FetchedRows.Members(lists: keys.map { lists[$0.bits] ?? [] }, rows: rows)
        }
    }

    /// Keys by the store that has their rows; stores and keys stay in order.
    private func byStore(_ keys: [ObjectKey]) -> [(any RowStore, [ObjectKey])] {
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
        let found = try inGeneration {
            try unlessRemoved(store) { try $0.row(key, layout: layout) }
        }
        guard let row = found ?? nil else { return nil }
        return layout.transientSlots.isEmpty ? row : withoutTransientValues(row, layout)
    }

    /// A row with defaults for transient values, which belong to the context that saved it.
    private func withoutTransientValues(_ row: Row, _ layout: RowLayout) -> Row {
        guard layout.transientSlots.contains(where: { !row.hasDefault(of: $0) }) else { return row }
        defer { row.releaseSlab() }
        let slab = RowSlab(layout: layout, capacity: 1)
        let copy = withExtendedLifetime(slab) {
            let copy = slab.appendCopy(of: row)
            copy.retainSlab()
            return copy
        }
        for slot in layout.transientSlots { copy.setDefault(of: slot) }
        return copy
    }

    func members(
        of key: ObjectKey, layout: RowLayout, relationship: RelationshipLayout
    ) throws -> [ObjectKey] {
        guard !key.isTemporary, let store = coordinator.store(numbered: key.store) else {
            return []
        }
        return try inGeneration {
            try unlessRemoved(store) {
                try $0.members(of: key, layout: layout, relationship: relationship)
            } ?? []
        }
    }

    /// Reads from a store; `nil` if it cannot be read since it was removed meanwhile.
    ///
    /// A fault that had to wait finds then what a later one would. A store that has taken its place
    /// is read instead.
    private func unlessRemoved<T>(
        _ store: any RowStore, _ read: (any RowStore) throws -> T
    ) throws -> T? {
        do {
            return try read(store)
        } catch {
            guard let present = coordinator.store(numbered: store.number) else { return nil }
            guard present !== store else { throw error }
            return try read(present)
        }
    }

    func assignKeys(to objects: [NSManagedObject]) throws {
        // The context's own objects have the assigned stores; a child's copies do not.
        let own = objects.map { object in
            context.registry.object(object.key, root: object.layout.rootNumber) ?? object
        }
        context.assign(try reserveKeys(for: own), to: own)
    }

    /// Reserves permanent keys for new objects, in order.
    private func reserveKeys(for objects: [NSManagedObject]) throws -> [ObjectKey] {
        if let store = coordinator.soleStore, store.holdsAll {
            return try store.reserveKeys(for: objects.map(\.layout))
        }
        let placement = StorePlacement(coordinator)
        var places: [Int: [Int]] = [:]
        for (index, object) in objects.enumerated() {
            places[try placement.store(for: object).number, default: []].append(index)
        }
        var keys = Array(repeating: ObjectKey.none, count: objects.count)
        for store in coordinator.rowStores {
            guard let indexes = places[store.number] else { continue }
            let reserved = try store.reserveKeys(for: indexes.map { objects[$0].layout })
            for (index, key) in zip(indexes, reserved) { keys[index] = key }
        }
        return keys
    }

    func save(_ changes: ChangeSet, of context: NSManagedObjectContext) throws {
        guard let store = coordinator.soleStore, store.holdsAll else {
            return try SplitSave(coordinator, context).run(changes)
        }
        guard !store.isReadOnly else { throw CoreDataError.readOnly(store) }
        try store.save(changes, of: context, beforeCommit: nil)
    }

    func holdingWriters(_ body: () throws -> Void) throws {
        try holdWriters(of: coordinator.rowStores[...], body)
    }

    /// Holds one store's writer after the other, always in the coordinator's order.
    private func holdWriters(
        of stores: ArraySlice<any RowStore>, _ body: () throws -> Void
    ) throws {
        guard let first = stores.first else { return try body() }
        try first.holdingWriter { try holdWriters(of: stores.dropFirst(), body) }
    }

    /// Writes metadata that were changed since the last save.
    ///
    /// - Throws: errors of the stores.
    func saveMetadata() throws {
        let nothing = ChangeSet(inserted: [], updated: [], deleted: [])
        for store in coordinator.rowStores
        where !store.isReadOnly && store.unsavedMetadata != nil {
            try store.save(nothing, of: context, beforeCommit: nil)
        }
    }

    /// The stores for a plan: those it names that hold the entity or a subentity.
    private func stores(for plan: FetchPlan) throws -> [any RowStore] {
        if plan.affectedStores == nil, let store = coordinator.soleStore, store.holdsAll {
            return [store]
        }
        // A store that came later is not in the state that the context reads.
        let asked = coordinator.rowStores.filter { store in
            (plan.affectedStores?.contains { $0 === store } ?? true)
                && QueryGeneration.bound?.has(store: store.number) ?? true
        }
        guard !asked.isEmpty else { throw CoreDataError.noStore() }
        let stores = asked.filter { store in plan.family.contains(where: store.holds) }
        guard !stores.isEmpty else { throw CoreDataError.noStoreHolds(plan.layout.entity) }
        return stores
    }
}
