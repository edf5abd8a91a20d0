import Foundation

extension NSManagedObjectContext {
    final func place(_ object: Any, in store: NSPersistentStore) {
        checkQueue("assign(_:to:)")
        guard let object = object as? NSManagedObject, object.registry === registry else {
            fatalError("assign(_:to:) takes an object of this context; insert it here first")
        }
        if !object.key.isTemporary, object.key.store == store.number { return }
        guard object.state.contains(.inserted), object.key.isTemporary else {
            fatalError(
                """
                Can't reassign an object to a different store once it has been saved, or has got a \
                permanent ID. Insert a copy, assign that, and delete this one.
                """)
        }
        let known = persistentStoreCoordinator?.rowStores.first { $0 === store }
        guard let known, known.holds(object.layout) else {
            fatalError(
                """
                Can't assign an object to a store that does not contain the object's entity: \
                \(object.entity.name ?? "") in \(store.url?.path ?? ""). Assign it to a store of \
                this coordinator whose configuration has the entity.
                """)
        }
        object.extended().assignedStore = store
    }
}
