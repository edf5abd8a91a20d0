extension NSManagedObject {
    /// The object's key in a coordinator, on any queue; `nil` if no store of it holds the object.
    func key(in coordinator: NSPersistentStoreCoordinator) -> ObjectKey? {
        if let registry, registry.origin === coordinator.anchor { return key }
        // A nested context shows the temporary ID of an object that it has saved.
        let shown = objectID
        guard shown.isTemporaryID, !key.isTemporary else { return shown.key(in: coordinator) }
        return NSManagedObjectID(
            key: key, layout: layout, store: registry?.storeReference(of: key)
        ).key(in: coordinator)
    }
}
