import CoreData
import Foundation

/// One entity of ten integers.
enum ItemModel {
    /// - Parameter isIndexed: whether the first integer has an index, to page along it.
    static func make(
        objectClass: NSManagedObject.Type, isIndexed: Bool = false
    ) -> NSManagedObjectModel {
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
        if isIndexed {
            let element = NSFetchIndexElementDescription(
                property: item.properties[0], collationType: .binary)
            item.indexes = [NSFetchIndexDescription(name: "byV0", elements: [element])]
        }
        let model = NSManagedObjectModel()
        model.entities = [item]
        return model
    }
}
