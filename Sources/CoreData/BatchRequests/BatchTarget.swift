import Foundation

/// The destination of a batch request: an entity and the affected SQLite stores.
struct BatchTarget {
    let layout: RowLayout
    let stores: [SQLiteStore]

    /// - Throws: 134060 for an unknown entity, 134070 without a store, 134091 for a store that is
    ///   not SQLite's.
    init(
        _ request: NSPersistentStoreRequest, entity: NSEntityDescription?, name: String,
        in context: NSManagedObjectContext
    ) throws {
        let model = context.requiredSource().model
        guard let layout = model.layout(named: entity?.name ?? name) else {
            throw CoreDataError.unknownEntity(name, among: model.all.map { $0.entity.name ?? "" })
        }
        let all = context.persistentStoreCoordinator?.persistentStores ?? []
        let affected = all.filter { store in
            request.affectedStores?.contains { $0 === store } ?? true
        }
        guard !affected.isEmpty else { throw CoreDataError.noStore() }
        let holders = affected.filter { ($0 as? any RowStore)?.holds(layout) ?? false }
        guard !holders.isEmpty else { throw CoreDataError.noStoreHolds(layout.entity) }
        stores = try holders.map { store in
            guard let store = store as? SQLiteStore else {
                throw CoreDataError.unsupported(
                    "A batch request to a store of type \(store.type)",
                    "name SQLite stores in affectedStores, or change objects in a context")
            }
            return store
        }
        self.layout = layout
    }
}
