import Foundation

extension NSManagedObjectContext {
    /// Chooses the store that a new object will be saved to.
    ///
    /// Without this call the first store that can hold the entity takes the object.
    ///
    /// - Precondition: on the context's queue; the object was inserted here and has no permanent ID
    ///   yet, and the store is one of the coordinator's and holds the entity.
    public final func assign(_ object: Any, to store: NSPersistentStore) {
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
