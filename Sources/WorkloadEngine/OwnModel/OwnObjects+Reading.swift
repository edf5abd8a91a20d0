import CoreData

/// Reads the stored content of one's own objects.
extension OwnObjects {
    /// Reads all objects.
    ///
    /// - Throws: the error of a failed fetch.
    func read(_ context: NSManagedObjectContext) throws -> StoreContent {
        var tables = OwnTables(content)
        // Partners and owners stay alive while the objects that refer to them are read.
        let all = try content.entities.map { entity in
            let request = NSFetchRequest<NSManagedObject>(entityName: entity.name)
            request.returnsObjectsAsFaults = false
            request.includesSubentities = false
            return (entity, try context.fetch(request))
        }
        for (entity, objects) in all {
            let owners = owners(of: entity, context)
            for object in objects {
                tables.add((entity.name, row(of: object, entity, owners)))
            }
        }
        return withExtendedLifetime(all) { tables.content }
    }

    private typealias Owner = (entity: OwnEntity, parts: OwnEntity.Parts, inverse: String)

    /// The relationships by which objects of an entity know whose parts they are.
    private func owners(of entity: OwnEntity, _ context: NSManagedObjectContext) -> [Owner] {
        let model = context.persistentStoreCoordinator?.managedObjectModel
        return content.entities.flatMap { owner in
            owner.parts.compactMap { parts -> Owner? in
                let relationship = model?.entitiesByName[owner.name]?.relationshipsByName[
                    parts.name]
                guard parts.entity == entity.name, let inverse = relationship?.inverseRelationship
                else { return nil }
                return (owner, parts, inverse.name)
            }
        }
    }

    private func row(
        of object: NSManagedObject, _ entity: OwnEntity, _ owners: [Owner]
    ) -> StoreContent.Row {
        let owner = owners.lazy.compactMap { owner -> (OwnEntity.Parts, Int?)? in
            guard let found = object.value(forKey: owner.inverse) as? NSManagedObject else {
                return nil
            }
            return (owner.parts, Self.number(of: found, owner.entity))
        }.first
        return .own(
            entity,
            values: entity.attributes.map {
                OwnValue(object: object.value(forKey: $0.name), $0.kind)
            },
            references: entity.partners.map { partner in
                let found = object.value(forKey: partner.name) as? NSManagedObject
                let other = content.entity(partner.entity)
                return (
                    partner.name,
                    found.flatMap { found in other.flatMap { Self.number(of: found, $0) } }
                )
            }, owner: owner)
    }

    private static func number(of object: NSManagedObject, _ entity: OwnEntity) -> Int? {
        // A relationship may also lead to objects of the entities above and below.
        guard object.entity.name == entity.name, let key = entity.key else { return nil }
        return OwnValue(object: object.value(forKey: key.name), key.kind)?.number
    }
}
