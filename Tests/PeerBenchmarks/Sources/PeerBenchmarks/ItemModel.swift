import CoreData
import Foundation

/// One entity of ten integers.
enum ItemModel {
    static func make(objectClass: NSManagedObject.Type) -> NSManagedObjectModel {
        let item = NSEntityDescription()
        item.name = "Item"
        item.managedObjectClassName = NSStringFromClass(objectClass)
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
}
