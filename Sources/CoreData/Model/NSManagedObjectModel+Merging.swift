extension NSManagedObjectModel {
    /// Makes a model with copies of the entities of several models; `nil` for no models.
    ///
    /// Of entities with the same name the first one is taken.
    ///
    /// - Precondition: entities with the same name have the same version hash.
    public convenience init?(byMerging models: [NSManagedObjectModel]?) {
        guard let models, !models.isEmpty else { return nil }
        self.init()
        merge(models)
    }

    private func merge(_ models: [NSManagedObjectModel]) {
        // Keep the copies to the end: relationships hold dropped entities weakly.
        let copies = models.map { ($0.copy() as! NSManagedObjectModel) }
        let candidates = copies.flatMap(\.entities)
        var merged: [NSEntityDescription] = []
        var byName: [String: NSEntityDescription] = [:]
        for entity in candidates {
            if let known = byName[entity.name ?? ""] {
                Self.requireSame(known, entity)
            } else {
                byName[entity.name ?? ""] = entity
                merged.append(entity)
            }
        }
        for entity in candidates {
            guard let known = byName[entity.name ?? ""], known !== entity else { continue }
            Self.moveSubentities(from: entity, to: known, byName)
        }
        for copy in copies { copy.entities = [] }
        for entity in merged { Self.redirect(entity, byName) }
        // The optimiser may release `candidates` after its last use.
        withExtendedLifetime(candidates) { entities = merged }
        adoptSettings(of: models, byName)
    }

    private static func requireSame(_ known: NSEntityDescription, _ entity: NSEntityDescription) {
        guard known.versionHash == entity.versionHash else {
            fatalError(
                """
                Models with two different entities named "\(entity.name ?? "")" cannot be merged. \
                Rename one of them, or merge versions that agree.
                """)
        }
    }

    /// Moves the subentities of a dropped entity to its namesake.
    private static func moveSubentities(
        from entity: NSEntityDescription, to known: NSEntityDescription,
        _ byName: [String: NSEntityDescription]
    ) {
        let kept = entity.subentities.filter { byName[$0.name ?? ""] === $0 }
        entity.subentities = []
        known.subentities += kept
    }

    /// Makes references to dropped entities lead to their namesakes.
    private static func redirect(
        _ entity: NSEntityDescription, _ byName: [String: NSEntityDescription]
    ) {
        for case let relationship as NSRelationshipDescription in entity.ownProperties {
            guard let old = relationship.destinationEntity, let new = byName[old.name ?? ""],
                new !== old
            else { continue }
            let inverse = relationship.inverseRelationship?.name
            relationship.destinationEntity = new
            relationship.inverseRelationship = inverse.flatMap { new.relationshipsByName[$0] }
        }
        let properties = entity.propertiesByName
        entity.uniquenessConstraints = entity.uniquenessConstraintNames
        entity.indexes = entity.indexes.map { index in
            let elements = index.elements.map { element in
                element.makeCopy(on: properties[element.propertyName ?? ""] ?? element.property!)
            }
            let copy = NSFetchIndexDescription(name: index.name, elements: elements)
            copy.partialIndexPredicate = index.partialIndexPredicate
            return copy
        }
    }

    private func adoptSettings(
        of models: [NSManagedObjectModel], _ byName: [String: NSEntityDescription]
    ) {
        for model in models {
            versionIdentifiers.formUnion(model.versionIdentifiers)
            fetchRequestTemplates.merge(model.fetchRequestTemplates) { first, _ in first }
            for configuration in model.configurations {
                let names = (model.entities(forConfigurationName: configuration) ?? []).map(\.name)
                let known = entities(forConfigurationName: configuration) ?? []
                let added = names.compactMap { byName[$0 ?? ""] }.filter { !known.contains($0) }
                setEntities(known + added, forConfigurationName: configuration)
            }
        }
    }
}
