import CoreData

/// Reads the stored content of one's own objects.
extension OwnObjects {
    /// Reads all objects.
    ///
    /// - Throws: the error of a failed fetch.
    func read(_ context: NSManagedObjectContext) throws -> StoreContent {
        // Partners and owners stay alive while the objects that refer to them are read.
        let all = try content.entities.map { entity in
            let request = NSFetchRequest<NSManagedObject>(entityName: entity.name)
            request.returnsObjectsAsFaults = false
            request.includesSubentities = false
            request.relationshipKeyPathsForPrefetching =
                entity.partners.filter { $0.counts != nil }.map(\.name)
                + entity.parts.filter(\.isOrdered).map(\.name)
            return try context.fetch(request)
        }
        guard let model = context.persistentStoreCoordinator?.managedObjectModel else {
            preconditionFailure("a context without a coordinator reads nothing: connect it first")
        }
        let places = places(in: all)
        let tables = zip(content.entities, all).map { entity, objects in
            let owners = content.owners(of: entity, in: model)
            return objects.map { row(of: $0, entity, owners, places) }
        }
        return withExtendedLifetime(all) { StoreContent(tables: tables) }
    }

    /// The place of each part in its owner's relationship, by the relationship's name: of those
    /// whose order the model keeps.
    private func places(in all: [[NSManagedObject]]) -> [String: [NSManagedObjectID: Int]] {
        var places: [String: [NSManagedObjectID: Int]] = [:]
        for (entity, objects) in zip(content.entities, all) {
            for parts in entity.parts where parts.isOrdered {
                for owner in objects {
                    for (place, part) in Self.objects(owner.value(forKey: parts.name)).enumerated()
                    { places[Self.name(of: parts, entity), default: [:]][part.objectID] = place }
                }
            }
        }
        return places
    }

    /// A subentity's owners are those of the entity that it inherits the relationship from.
    private static func name(of parts: OwnEntity.Parts, _ entity: OwnEntity) -> String {
        "\(parts.isInherited ? entity.root : entity.name).\(parts.name)"
    }

    /// The objects of a to-many relationship, in its order if it has one.
    private static func objects(_ value: Any?) -> [NSManagedObject] {
        if let ordered = value as? NSOrderedSet {
            return ordered.array.compactMap { $0 as? NSManagedObject }
        }
        return Array(value as? Set<NSManagedObject> ?? [])
    }

    private func row(
        of object: NSManagedObject, _ entity: OwnEntity, _ owners: [OwnContent.Owner],
        _ places: [String: [NSManagedObjectID: Int]]
    ) -> StoreContent.Row {
        let owner = owners.lazy.compactMap { owner -> StoreContent.Row.Owner? in
            guard let found = object.value(forKey: owner.inverse.name) as? NSManagedObject else {
                return nil
            }
            let place =
                owner.parts.isOrdered
                ? places[Self.name(of: owner.parts, owner.entity)]?[object.objectID] : nil
            return .init(
                parts: owner.parts, key: key(of: found, owner.entity), place: place)
        }.first
        return .own(
            entity,
            values: entity.attributes.map {
                OwnValue(object: object.value(forKey: $0.name), $0.kind)
            },
            partners: entity.partners.map { partner in
                let value = object.value(forKey: partner.name)
                let found =
                    partner.counts == nil
                    ? [value as? NSManagedObject].compactMap(\.self) : Self.objects(value)
                let other = content.entity(partner.entity)
                return found.map { found in other.flatMap { key(of: found, $0) } }
            }, owner: owner)
    }

    private func key(of object: NSManagedObject, _ entity: OwnEntity) -> OwnValue? {
        // A relationship may also lead to objects of the entities above and below.
        guard let name = object.entity.name, let key = entity.key,
            name == entity.name || content.entity(name)?.parent == entity.name
        else { return nil }
        return OwnValue(object: object.value(forKey: key.name), key.kind)
    }
}

extension OwnContent {
    /// A relationship of another entity whose parts objects of an entity may be.
    package struct Owner {
        package let entity: OwnEntity
        package let parts: OwnEntity.Parts
        /// The relationship by which a part knows its owner.
        package let inverse: NSRelationshipDescription
    }

    /// The relationships by which objects of an entity know whose parts they are.
    package func owners(of entity: OwnEntity, in model: NSManagedObjectModel) -> [Owner] {
        entities.flatMap { owner in
            owner.parts.filter { !$0.isInherited }.compactMap { parts -> Owner? in
                let relationship = model.entitiesByName[owner.name]?.relationshipsByName[parts.name]
                guard parts.entity == entity.root, let inverse = relationship?.inverseRelationship
                else { return nil }
                return Owner(entity: owner, parts: parts, inverse: inverse)
            }
        }
    }
}
