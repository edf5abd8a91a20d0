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
            return try context.fetch(request)
        }
        guard let model = context.persistentStoreCoordinator?.managedObjectModel else {
            preconditionFailure("a context without a coordinator reads nothing: connect it first")
        }
        let tables = zip(content.entities, all).map { entity, objects in
            let owners = content.owners(of: entity, in: model)
            return objects.map { row(of: $0, entity, owners) }
        }
        return withExtendedLifetime(all) { StoreContent(tables: tables) }
    }

    private func row(
        of object: NSManagedObject, _ entity: OwnEntity, _ owners: [OwnContent.Owner]
    ) -> StoreContent.Row {
        let owner = owners.lazy.compactMap { owner -> (OwnEntity.Parts, OwnValue?)? in
            guard let found = object.value(forKey: owner.inverse.name) as? NSManagedObject else {
                return nil
            }
            return (owner.parts, Self.key(of: found, owner.entity))
        }.first
        return .own(
            entity,
            values: entity.attributes.map {
                OwnValue(object: object.value(forKey: $0.name), $0.kind)
            },
            partners: entity.partners.map { partner in
                let found = object.value(forKey: partner.name) as? NSManagedObject
                let other = content.entity(partner.entity)
                return found.flatMap { found in other.flatMap { Self.key(of: found, $0) } }
            }, owner: owner)
    }

    private static func key(of object: NSManagedObject, _ entity: OwnEntity) -> OwnValue? {
        // A relationship may also lead to objects of the entities above and below.
        guard object.entity.name == entity.name, let key = entity.key else { return nil }
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
            owner.parts.compactMap { parts -> Owner? in
                let relationship = model.entitiesByName[owner.name]?.relationshipsByName[parts.name]
                guard parts.entity == entity.name, let inverse = relationship?.inverseRelationship
                else { return nil }
                return Owner(entity: owner, parts: parts, inverse: inverse)
            }
        }
    }
}
