import CoreData

/// The people, teams and tags of a `PredicateWorld` once more, as unsaved managed objects.
///
/// A predicate reads these from the words of their rows, and a record by its keys.
final class PredicateObjects {
    private let context: NSManagedObjectContext
    private let people: [NSManagedObject]
    private let byRecord: [ObjectIdentifier: NSManagedObject]
    /// The counterpart of a record that was never saved.
    private let stranger: NSManagedObject

    init(_ world: PredicateWorld) throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: world.model)
        try coordinator.addPersistentStore(
            ofType: NSInMemoryStoreType, configurationName: nil, at: nil, options: nil)
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        self.context = context
        let records = world.people + world.teams + world.tags
        (people, byRecord, stranger) = context.performAndWait {
            func make(_ entity: String) -> NSManagedObject {
                NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
            }
            var made: [ObjectIdentifier: NSManagedObject] = [:]
            for record in records { made[ObjectIdentifier(record)] = make(record.entity) }
            for record in records {
                let object = made[ObjectIdentifier(record)]!
                for (name, value) in record.values where !(value is NSNull) {
                    object.setValue(Self.replaced(value, made), forKey: name)
                }
            }
            let people = world.people.map { made[ObjectIdentifier($0)]! }
            return (people, made, make("Team"))
        }
    }

    /// The keys of the people that a fetch finds, which compiles the predicate for their rows.
    func keys(_ format: String, _ arguments: [Any]) throws -> [Int64] {
        try context.performAndWait {
            let mine = arguments.map { Self.replaced($0, byRecord) ?? stranger }
            let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
            request.predicate = try PredicateParser.parse(format, arguments: mine)
            let found = Set(try context.fetch(request))
            return people.indices.filter { found.contains(people[$0]) }.map { Int64($0 + 1) }
        }
    }

    /// A value with the objects in place of their records; `nil` for a record without one.
    private static func replaced(
        _ value: Any, _ made: [ObjectIdentifier: NSManagedObject]
    ) -> Any? {
        switch value {
        case let record as PredicateRecord: made[ObjectIdentifier(record)]
        case let set as NSSet:
            // A relationship's, or a list of constants, of which only the first holds objects.
            set.allObjects.first is PredicateRecord
                ? Set(set.allObjects.compactMap { replaced($0, made) as? NSManagedObject }) : set
        case let list as [Any]: list.map { replaced($0, made) ?? NSNull() }
        default: value
        }
    }
}
