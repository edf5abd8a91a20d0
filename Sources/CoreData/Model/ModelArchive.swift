import Foundation

/// A model as bytes, which records in a store the model that the store was written with.
///
/// A migration needs it if the model's file is no longer available. It is a property list of
/// everything that shapes a store, and that a migration reads of a source: the fields of
/// `VersionText`, and renaming identifiers. Apple's stores have an archive of another kind in the
/// same table, which only Apple's framework reads.
enum ModelArchive {
    private static let formatKey = "LabModelArchive"
    private static let format = 1

    static func encode(_ model: NSManagedObjectModel) throws -> Data {
        let names = model.entitiesInHierarchyOrder.map(encode)
        return try CanonicalPropertyList.data(of: [formatKey: format, "entities": names])
    }

    /// The model; `nil` if the bytes are not our archive, or the model has problems.
    static func decode(_ data: Data) -> NSManagedObjectModel? {
        let list = try? PropertyListSerialization.propertyList(from: data, options: [], format: nil)
        guard let list = list as? [String: Any], list[formatKey] as? Int == format,
            let encoded = list["entities"] as? [[String: Any]]
        else { return nil }
        var decoder = ModelArchiveDecoder()
        guard let model = decoder.decode(encoded), model.problems().isEmpty else { return nil }
        return model
    }

    private static func encode(_ entity: NSEntityDescription) -> [String: Any] {
        var encoded: [String: Any] = [
            "name": entity.name ?? "", "abstract": entity.isAbstract,
            "properties": entity.ownProperties.compactMap(encode),
            "unique": entity.uniquenessConstraintNames,
        ]
        encoded["super"] = entity.superentity?.name
        encoded["renaming"] = entity.ownRenamingIdentifier
        encoded["modifier"] = entity.versionHashModifier
        return encoded
    }

    private static func encode(_ property: NSPropertyDescription) -> [String: Any]? {
        var encoded: [String: Any] = [
            "name": property.name, "optional": property.isOptional,
            "transient": property.isTransient,
        ]
        if property.renamingIdentifier != property.name {
            encoded["renaming"] = property.renamingIdentifier
        }
        encoded["modifier"] = property.versionHashModifier
        switch property {
        case let attribute as NSAttributeDescription:
            encoded["type"] = Int(attribute.attributeType.rawValue)
            encoded["external"] = attribute.allowsExternalBinaryDataStorage
            if attribute.preservesValueInHistoryOnDeletion { encoded["preserved"] = true }
            if let derived = attribute as? NSDerivedAttributeDescription {
                encoded["derived"] = derived.derivationExpression.map { "\($0)" } ?? ""
            }
            if let composite = attribute as? NSCompositeAttributeDescription {
                encoded["elements"] = composite.elements.compactMap(encode)
            }
        case let relationship as NSRelationshipDescription:
            encoded["destination"] = relationship.destinationEntity?.name
            encoded["inverse"] = relationship.inverseRelationship?.name
            encoded["least"] = relationship.minCount
            encoded["greatest"] = relationship.maxCount
            encoded["delete"] = Int(relationship.deleteRule.rawValue)
            encoded["ordered"] = relationship.isOrdered
        default:
            encoded["fetched"] = true
        }
        return encoded
    }
}
