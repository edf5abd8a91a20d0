import Foundation

/// Chooses the store for an object: its own, the assigned one, or the first that can hold it.
struct StorePlacement {
    private let coordinator: NSPersistentStoreCoordinator
    private let stores: [any RowStore]

    init(_ coordinator: NSPersistentStoreCoordinator) {
        self.coordinator = coordinator
        stores = coordinator.rowStores
    }

    /// - Throws: 134070 if there is no such store, or it was removed.
    func store(for object: NSManagedObject) throws -> any RowStore {
        guard !stores.isEmpty else { throw CoreDataError.noStore() }
        if !object.key.isTemporary {
            guard let store = coordinator.store(numbered: object.key.store) else {
                throw CoreDataError.storeWasRemoved(object)
            }
            return store
        }
        if let assigned = object.details?.assignedStore {
            guard let store = stores.first(where: { $0 === assigned }) else {
                throw CoreDataError.storeWasRemoved(object)
            }
            return store
        }
        let able = stores.filter { $0.holds(object.layout) }
        guard let store = able.first(where: { !$0.isReadOnly }) ?? able.first else {
            throw CoreDataError.noStoreHolds(object.entity)
        }
        return store
    }
}
