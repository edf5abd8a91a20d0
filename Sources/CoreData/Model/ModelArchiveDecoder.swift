import Foundation

/// Makes a model from the bytes of a `ModelArchive`.
struct ModelArchiveDecoder {
    private var entities: [String: NSEntityDescription] = [:]
    /// References to other descriptions, which are set after all descriptions are made.
    private var relationships:
        [(NSRelationshipDescription, destination: String, inverse: String?)] =
            []

    /// The model; `nil` if the archive is damaged.
    mutating func decode(_ encoded: [[String: Any]]) -> NSManagedObjectModel? {
        let model = NSManagedObjectModel()
        var all: [NSEntityDescription] = []
        for one in encoded {
            guard let entity = decodeEntity(one), let name = entity.name else { return nil }
            all.append(entity)
            entities[name] = entity
            // A superentity precedes its subentities in the archive.
            if let parent = one["super"] as? String {
                guard let parent = entities[parent] else { return nil }
                parent.subentities += [entity]
            }
        }
        for one in relationships {
            guard let destination = entities[one.destination] else { return nil }
            one.0.destinationEntity = destination
        }
        for one in relationships {
            guard let inverse = one.inverse else { continue }
            guard let back = one.0.destinationEntity?.relationshipsByName[inverse] else {
                return nil
            }
            one.0.inverseRelationship = back
        }
        for (entity, one) in zip(all, encoded) {
            entity.uniquenessConstraints = one["unique"] as? [[String]] ?? []
        }
        model.entities = all
        return model
    }

    private mutating func decodeEntity(_ encoded: [String: Any]) -> NSEntityDescription? {
        guard let name = encoded["name"] as? String,
            let properties = encoded["properties"] as? [[String: Any]]
        else { return nil }
        let entity = NSEntityDescription()
        entity.name = name
        entity.isAbstract = encoded["abstract"] as? Bool ?? false
        entity.versionHashModifier = encoded["modifier"] as? String
        entity.renamingIdentifier = encoded["renaming"] as? String
        var decoded: [NSPropertyDescription] = []
        for one in properties {
            guard let property = decodeProperty(one) else { return nil }
            decoded.append(property)
        }
        entity.properties = decoded
        return entity
    }

    private mutating func decodeProperty(_ encoded: [String: Any]) -> NSPropertyDescription? {
        guard let name = encoded["name"] as? String,
            let property = decodeKind(encoded)
        else { return nil }
        property.name = name
        property.isOptional = encoded["optional"] as? Bool ?? true
        property.isTransient = encoded["transient"] as? Bool ?? false
        property.versionHashModifier = encoded["modifier"] as? String
        property.renamingIdentifier = encoded["renaming"] as? String
        return property
    }

    private mutating func decodeKind(_ encoded: [String: Any]) -> NSPropertyDescription? {
        if let type = encoded["type"] as? Int {
            guard let type = NSAttributeType(rawValue: UInt(type)) else { return nil }
            let attribute = decodeAttribute(encoded)
            attribute?.attributeType = type
            attribute?.allowsExternalBinaryDataStorage = encoded["external"] as? Bool ?? false
            attribute?.preservesValueInHistoryOnDeletion = encoded["preserved"] as? Bool ?? false
            return attribute
        }
        if encoded["fetched"] != nil { return NSFetchedPropertyDescription() }
        guard let destination = encoded["destination"] as? String,
            let rule = NSDeleteRule(rawValue: UInt(encoded["delete"] as? Int ?? 1))
        else { return nil }
        let relationship = NSRelationshipDescription()
        relationship.minCount = encoded["least"] as? Int ?? 0
        relationship.maxCount = encoded["greatest"] as? Int ?? 0
        relationship.deleteRule = rule
        relationship.isOrdered = encoded["ordered"] as? Bool ?? false
        relationships.append((relationship, destination, encoded["inverse"] as? String))
        return relationship
    }

    private mutating func decodeAttribute(_ encoded: [String: Any]) -> NSAttributeDescription? {
        if let text = encoded["derived"] as? String {
            let derived = NSDerivedAttributeDescription()
            derived.derivationExpression = try? PredicateParser.expression(text, arguments: [])
            return derived
        }
        guard let elements = encoded["elements"] as? [[String: Any]] else {
            return NSAttributeDescription()
        }
        let composite = NSCompositeAttributeDescription()
        var decoded: [NSAttributeDescription] = []
        for one in elements {
            guard let element = decodeProperty(one) as? NSAttributeDescription else { return nil }
            decoded.append(element)
        }
        composite.elements = decoded
        return composite
    }
}
