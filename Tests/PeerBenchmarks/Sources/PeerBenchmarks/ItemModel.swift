import CoreData

/// One entity of ten integers.
enum ItemModel {
    static func make() -> NSManagedObjectModel {
        let item = NSEntityDescription()
        item.name = "Item"
        item.properties = (0..<Sizes.columns).map { column in
            let attribute = NSAttributeDescription()
            attribute.name = "v\(column)"
            attribute.attributeType = .integer64AttributeType
            attribute.isOptional = true
            return attribute
        }
        let model = NSManagedObjectModel()
        model.entities = [item]
        return model
    }

    static func entity(of coordinator: NSPersistentStoreCoordinator) -> NSEntityDescription {
        coordinator.managedObjectModel.entitiesByName["Item"]!
    }
}
