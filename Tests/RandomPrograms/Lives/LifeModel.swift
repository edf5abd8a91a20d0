import CoreData

/// The model of the programs about life and identity.
///
///     Box ←──→→ Item      Box.items is mandatory and cascades; Item.box nullifies
enum LifeModel {
    static func make() -> NSManagedObjectModel {
        let box = NSEntityDescription()
        box.name = "Box"
        box.managedObjectClassName = NSStringFromClass(LifeItem.self)
        let item = NSEntityDescription()
        item.name = "Item"
        item.managedObjectClassName = NSStringFromClass(LifeItem.self)
        let names =
            ["n", "f"] + LifeProgram.Property.allCases.filter { $0 != .box }.map(\.rawValue)
        for entity in [box, item] { entity.properties = names.map(attribute) }
        let items = relationship("items", item, isToMany: true)
        items.deleteRule = .cascadeDeleteRule
        items.isOptional = false
        let owner = relationship("box", box, isToMany: false)
        (items.inverseRelationship, owner.inverseRelationship) = (owner, items)
        box.properties += [items]
        item.properties += [owner]
        let model = NSManagedObjectModel()
        model.entities = [box, item]
        return model
    }

    private static func attribute(_ name: String) -> NSAttributeDescription {
        let attribute = NSAttributeDescription()
        attribute.name = name
        attribute.attributeType = .integer64AttributeType
        attribute.isOptional = true
        attribute.isTransient = LifeProgram.Property(rawValue: name)?.isTransient ?? false
        return attribute
    }

    private static func relationship(
        _ name: String, _ destination: NSEntityDescription, isToMany: Bool
    ) -> NSRelationshipDescription {
        let relationship = NSRelationshipDescription()
        relationship.name = name
        relationship.destinationEntity = destination
        relationship.maxCount = isToMany ? 0 : 1
        relationship.deleteRule = .nullifyDeleteRule
        relationship.isOptional = true
        return relationship
    }
}
