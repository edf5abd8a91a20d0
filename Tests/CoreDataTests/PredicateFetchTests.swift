import CoreData
import Execution
import Testing

/// The whole way: managed objects, a store on disk, fetches before and after saving.
@Suite(.inVirtualTime) struct PredicateFetchTests {
    /// `PredicateWorld`'s rows as managed objects of one context.
    private struct Objects {
        private(set) var byRecord: [ObjectIdentifier: NSManagedObject] = [:]
        private(set) var people: [(key: Int64, object: NSManagedObject)] = []

        init(_ world: PredicateWorld, in context: NSManagedObjectContext) {
            let records = world.people + world.teams + world.tags
            for record in records {
                let object = NSEntityDescription.insertNewObject(
                    forEntityName: record.entity, into: context)
                byRecord[ObjectIdentifier(record)] = object
                if record.entity == "Person" { people.append((record.key, object)) }
            }
            for record in records {
                let object = byRecord[ObjectIdentifier(record)]!
                for (name, property) in object.entity.propertiesByName {
                    switch record.values[name] {
                    case let members as NSSet:
                        guard (property as? NSRelationshipDescription)?.isToMany == true else {
                            continue
                        }
                        object.setValue(NSSet(array: members.map { self[$0] }), forKey: name)
                    case let value?: object.setValue(self[value], forKey: name)
                    case nil: object.setValue(nil, forKey: name)
                    }
                }
            }
        }

        /// An argument of a predicate with objects for records.
        subscript(value: Any) -> Any {
            switch value {
            case let record as PredicateRecord: byRecord[ObjectIdentifier(record)] ?? record
            case let list as [PredicateRecord]: list.map { self[$0] }
            default: value
            }
        }
    }

    @Test func `Fetches find the same before saving and after`() throws {
        let seed: UInt64 = 21
        let world = try PredicateWorld(seed: seed, people: 25)
        let store = try TestStore(model: world.model)
        let context = store.context()
        try context.performAndWait {
            let objects = Objects(world, in: context)
            try check(world, objects, context, seed, "pending")
            try context.save()
            try check(world, objects, context, seed, "saved")
        }
    }

    private func check(
        _ world: PredicateWorld, _ objects: Objects, _ context: NSManagedObjectContext,
        _ seed: UInt64, _ phase: String
    ) throws {
        let random = RandomStream(seed: seed).keyed("fetched")
        let keys = Dictionary(
            uniqueKeysWithValues: objects.people.map { ($0.object.objectID, $0.key) })
        for index in 0..<150 {
            var generator = PredicateGenerator(random.keyed(index), world)
            let (format, arguments) = generator.next()
            let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
            request.predicate = NSPredicate(
                format: format, argumentArray: arguments.map { objects[$0] })
            let found = try context.fetch(request).map { keys[$0.objectID]! }.sorted()
            let expected = world.keysInMemory(
                NSPredicate(format: format, argumentArray: arguments))
            try #require(
                found == expected, "seed \(seed), \(phase), predicate \(index): \(format)")
        }
    }

    @Test func `Numbers find the text that they are written as, in a list for SQLite`() throws {
        let store = try TestStore()
        let context = store.context()
        try context.performAndWait {
            for title in ["5", "-7", "1.5", "05", "x"] { context.make("Book", ["title": title]) }
            try context.save()
            let lists: [([Any], [String])] = [
                ([5, -7], ["-7", "5"]), ([1.5, "x"], ["1.5", "x"]), ([NSNumber(value: 5)], ["5"]),
                ([6], []),
            ]
            for (list, titles) in lists {
                let predicate = NSPredicate(format: "title IN %@", list)
                let found = try context.all("Book", predicate, sortedBy: "title")
                #expect(found.map { $0.text("title") } == titles)
            }
        }
    }
}
