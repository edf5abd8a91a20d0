import CoreData
import Foundation
import Testing

/// What objects know of themselves, by key and in predicates.
struct OwnKeyTests {
    /// Vehicle with the subentity Boat, and a garage for them.
    private static func model() -> NSManagedObjectModel {
        let vehicle = Make.entity("Vehicle", nil, [Make.attribute("name", .stringAttributeType)])
        let boat = Make.entity("Boat", nil, [])
        vehicle.subentities = [boat]
        let garage = Make.entity("Garage", nil, [])
        Make.join(
            vehicle, Make.relationship("garage", to: garage, many: false),
            garage, Make.relationship("vehicles", to: vehicle, many: true))
        return Make.model(vehicle, boat, garage)
    }

    private func fill(_ context: NSManagedObjectContext) throws {
        let garage = context.make("Garage")
        context.make("Vehicle", ["name": "car", "garage": garage])
        context.make("Boat", ["name": "boat", "garage": garage])
        try context.save()
    }

    @Test func `An object answers for itself by key`() throws {
        let store = try TestStore(model: Self.model())
        defer { withExtendedLifetime(store) {} }
        let context = store.context()
        context.performAndWait {
            let boat = context.make("Boat")
            #expect(boat.value(forKey: "self") as? NSManagedObject === boat)
            #expect(boat.value(forKey: "entity") as? NSEntityDescription === boat.entity)
            #expect(boat.value(forKey: "objectID") as? NSManagedObjectID == boat.objectID)
            #expect(boat.value(forKey: "hasChanges") as? Bool == true)
            #expect(boat.value(forKey: "isInserted") as? Bool == true)
            #expect(
                boat.value(forKey: "managedObjectContext") as? NSManagedObjectContext === context)
        }
    }

    @Test(arguments: [NSPersistentStore.StoreType.sqlite, .inMemory, .binary])
    func `A predicate may ask for an object's entity`(_ type: NSPersistentStore.StoreType) throws {
        let store = try TypedStore(type, model: Self.model())
        defer { withExtendedLifetime(store) {} }
        let context = store.context()
        try context.performAndWait {
            try fill(context)
            let entities = store.coordinator.managedObjectModel.entitiesByName
            let boat = try #require(entities["Boat"])
            // From the store, and over unsaved objects.
            for isDirty in [false, true] {
                if isDirty { context.make("Boat", ["name": "boat"]) }
                func names(_ format: String, _ argument: Any) throws -> Set<String?> {
                    let found = try context.all(
                        "Vehicle", NSPredicate(format: format, argumentArray: [argument]))
                    return Set(found.map { $0.text("name") })
                }
                #expect(try names("entity == %@", boat) == ["boat"])
                #expect(try names("self.entity == %@", boat) == ["boat"])
                #expect(try names("entity != %@", boat) == ["car"])
                #expect(try names("entity IN %@", [boat, entities["Garage"]!]) == ["boat"])
                #expect(try names("entity.name == %@", "Vehicle") == ["car"])
                #expect(try names("garage.entity.name == %@", "Garage") == ["car", "boat"])
            }
            let homes = try context.all(
                "Garage", NSPredicate(format: "ANY vehicles.entity == %@", boat))
            #expect(homes.count == 1)
        }
    }

    @Test(arguments: [NSPersistentStore.StoreType.sqlite, .inMemory])
    func `A predicate may ask for an object's ID and for itself`(
        _ type: NSPersistentStore.StoreType
    ) throws {
        let store = try TypedStore(type, model: Self.model())
        defer { withExtendedLifetime(store) {} }
        let context = store.context()
        try context.performAndWait {
            try fill(context)
            let car = try #require(
                try context.all("Vehicle", NSPredicate(format: "name == 'car'")).first)
            for format in ["objectID == %@", "self == %@", "self.objectID == %@", "self IN {%@}"] {
                let found = try context.all("Vehicle", NSPredicate(format: format, car.objectID))
                #expect(found == [car], "\(format)")
            }
        }
    }

    @Test(arguments: [NSPersistentStore.StoreType.sqlite, .inMemory])
    func `The dictionaries of a fetch may hold object IDs`(
        _ type: NSPersistentStore.StoreType
    ) throws {
        let store = try TypedStore(type, model: Self.model())
        defer { withExtendedLifetime(store) {} }
        let context = store.context()
        try context.performAndWait {
            try fill(context)
            let request = NSFetchRequest<NSDictionary>(entityName: "Vehicle")
            request.resultType = .dictionaryResultType
            request.propertiesToFetch = ["name", "objectID", "garage.objectID"]
            request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
            let found = try context.fetch(request)
            let objects = try context.all("Vehicle", sortedBy: "name")
            #expect(found.map { $0["objectID"] as? NSManagedObjectID } == objects.map(\.objectID))
            let garage = objects[0].one("garage")?.objectID
            #expect(found.map { $0["garage.objectID"] as? NSManagedObjectID } == [garage, garage])
            let plain = NSFetchRequest<NSManagedObject>(entityName: "Vehicle")
            plain.propertiesToFetch = ["name", "objectID"]
            #expect(try context.fetch(plain).count == 2)
        }
    }
}
