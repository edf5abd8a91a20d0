/// Copies entities together, so that references between them become references between the copies.
struct DescriptionCopier {
    /// Originals and copies, in the order of copying.
    private var pairs: [(original: NSEntityDescription, copy: NSEntityDescription)] = []

    /// The copies by their originals, for look-ups only; the arrays determine orders.
    private var entities: [ObjectIdentifier: NSEntityDescription] = [:]
    private var properties: [ObjectIdentifier: NSPropertyDescription] = [:]

    /// The copies in the order of the originals; subentities are copied with their superentities.
    mutating func copy(_ originals: [NSEntityDescription]) -> [NSEntityDescription] {
        for original in originals { copyValues(original) }
        // Copy references second, when all their destinations have copies.
        for pair in pairs {
            let original = pair.original
            let copy = pair.copy
            copy.uniquenessConstraints = original.uniquenessConstraints.map { $0.map(redirected) }
            copy.indexes = original.indexes.map(copyIndex)
            redirectRelationships(of: copy)
        }
        return originals.map { entities[ObjectIdentifier($0)]! }
    }

    /// The copy of an original; `nil` for an entity that was not copied.
    func copy(of original: NSEntityDescription) -> NSEntityDescription? {
        entities[ObjectIdentifier(original)]
    }

    @discardableResult
    private mutating func copyValues(_ original: NSEntityDescription) -> NSEntityDescription {
        if let copy = entities[ObjectIdentifier(original)] { return copy }
        let copy = NSEntityDescription()
        entities[ObjectIdentifier(original)] = copy
        pairs.append((original, copy))
        copy.name = original.name
        copy.managedObjectClassName = original.managedObjectClassName
        copy.isAbstract = original.isAbstract
        copy.userInfo = original.userInfo
        copy.versionHashModifier = original.versionHashModifier
        copy.ownRenamingIdentifier = original.ownRenamingIdentifier
        copy.properties = original.ownProperties.map { property in
            // A copy has Apple's class for the original, and so stays a property.
            let twin = property.copy() as! NSPropertyDescription
            properties[ObjectIdentifier(property)] = twin
            return twin
        }
        copy.subentities = original.subentities.map { copyValues($0) }
        return copy
    }

    private func copyIndex(_ original: NSFetchIndexDescription) -> NSFetchIndexDescription {
        let elements = original.elements.map { element in
            element.makeCopy(on: redirected(element.property!) as! NSPropertyDescription)
        }
        let copy = NSFetchIndexDescription(name: original.name, elements: elements)
        copy.partialIndexPredicate = original.partialIndexPredicate
        return copy
    }

    /// The copy of a copied property; any other value unchanged.
    private func redirected(_ value: Any) -> Any {
        guard let property = value as? NSPropertyDescription else { return value }
        return properties[ObjectIdentifier(property)] ?? property
    }

    private func redirectRelationships(of copy: NSEntityDescription) {
        for case let relationship as NSRelationshipDescription in copy.ownProperties {
            if let destination = relationship.destinationEntity,
                let twin = entities[ObjectIdentifier(destination)]
            {
                relationship.destinationEntity = twin
            }
            if let inverse = relationship.inverseRelationship,
                let twin = properties[ObjectIdentifier(inverse)] as? NSRelationshipDescription
            {
                relationship.inverseRelationship = twin
            }
        }
    }
}
