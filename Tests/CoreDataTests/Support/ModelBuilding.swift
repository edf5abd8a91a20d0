import CoreData

/// Short forms for models that tests make in code.
enum Make {
    static func model(_ entities: NSEntityDescription...) -> NSManagedObjectModel {
        let model = NSManagedObjectModel()
        model.entities = entities
        return model
    }

    /// An entity, its objects of a class of the tests' when one is given.
    static func entity(
        _ name: String, _ type: NSManagedObject.Type? = nil, _ properties: [NSPropertyDescription]
    ) -> NSEntityDescription {
        let entity = NSEntityDescription()
        entity.name = name
        if let type { entity.managedObjectClassName = NSStringFromClass(type) }
        entity.properties = properties
        return entity
    }

    static func attribute(
        _ name: String, _ type: NSAttributeType, isOptional: Bool = true, default value: Any? = nil,
        isTransient: Bool = false, _ bounds: AttributeBounds = AttributeBounds()
    ) -> NSAttributeDescription {
        let attribute = NSAttributeDescription()
        attribute.name = name
        attribute.attributeType = type
        attribute.isOptional = isOptional
        attribute.isTransient = isTransient
        attribute.defaultValue = value
        attribute.bounds = bounds
        return attribute
    }

    /// One end of a relationship; `join` gives it the other.
    static func relationship(
        _ name: String, to entity: NSEntityDescription, many: Bool,
        _ rule: NSDeleteRule = .nullifyDeleteRule, isOptional: Bool = true, isOrdered: Bool = false
    ) -> NSRelationshipDescription {
        let relationship = NSRelationshipDescription()
        relationship.name = name
        relationship.destinationEntity = entity
        relationship.maxCount = many ? 0 : 1
        relationship.deleteRule = rule
        relationship.isOptional = isOptional
        relationship.isOrdered = isOrdered
        return relationship
    }

    /// Gives two entities the two ends of a relationship.
    static func join(
        _ left: NSEntityDescription, _ forward: NSRelationshipDescription,
        _ right: NSEntityDescription, _ backward: NSRelationshipDescription
    ) {
        forward.inverseRelationship = backward
        backward.inverseRelationship = forward
        left.properties += [forward]
        right.properties += [backward]
    }
}
