import CoreData
import Foundation

/// Finds stored objects by their keys, as an importer is told to.
struct KeySearch {
    let entity: OwnEntity
    let key: OwnEntity.Attribute
    let find: ImporterRole.Find

    /// - Returns: `nil` for an entity without a key.
    init?(_ entity: OwnEntity, _ find: ImporterRole.Find) {
        guard let key = entity.key else { return nil }
        self.entity = entity
        self.key = key
        self.find = find
    }

    /// The objects that are there, by their keys.
    ///
    /// - Precondition: on the context's queue.
    /// - Throws: the error of a failed fetch.
    func objects(
        _ keys: [OwnValue], in context: NSManagedObjectContext
    ) throws -> [OwnValue: NSManagedObject] {
        switch find {
        case .each:
            var found: [OwnValue: NSManagedObject] = [:]
            for key in keys { found[key] = try object(key, in: context) }
            return found
        // What a constraint does not settle, such as partners, is found as in a batch.
        case .batch, .constraint:
            var found: [OwnValue: NSManagedObject] = [:]
            for object in try context.fetch(request(of: keys)) {
                guard let value = value(of: object) else { continue }
                found[value] = object
            }
            return found
        case .sorted:
            let request = request(of: keys)
            request.sortDescriptors = [NSSortDescriptor(key: key.name, ascending: true)]
            return walk(keys.sorted { $0.isOrdered(before: $1) }, try context.fetch(request))
        }
    }

    /// The object of one key, with a fetch of its own; `nil` if it is not there.
    func object(
        _ value: OwnValue, in context: NSManagedObjectContext
    ) throws -> NSManagedObject? {
        let request = request
        request.predicate = NSPredicate(
            format: "%K == %@", argumentArray: [key.name, value.object])
        request.fetchLimit = 1
        return try context.fetch(request).first
    }

    private var request: NSFetchRequest<NSManagedObject> {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity.name)
        // An object of a subentity may have the same key, and is another's, unless the content says
        // that the entity's objects are of subentities: then all of them are.
        request.includesSubentities = !entity.shares.isEmpty
        return request
    }

    private func request(of keys: [OwnValue]) -> NSFetchRequest<NSManagedObject> {
        let request = request
        request.predicate = NSPredicate(
            format: "%K IN %@", argumentArray: [key.name, keys.map(\.object)])
        return request
    }

    private func value(of object: NSManagedObject) -> OwnValue? {
        OwnValue(object: object.value(forKey: key.name), key.kind)
    }

    /// Goes through the keys and the objects side by side, both in the order of the keys.
    private func walk(
        _ keys: [OwnValue], _ objects: [NSManagedObject]
    ) -> [OwnValue: NSManagedObject] {
        var found: [OwnValue: NSManagedObject] = [:]
        var next = objects[...]
        for key in keys {
            guard let object = next.first else { break }
            guard value(of: object) == key else { continue }
            found[key] = object
            next.removeFirst()
        }
        return found
    }
}
