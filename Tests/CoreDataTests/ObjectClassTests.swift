import CoreData
import Foundation
import Testing

/// A class that lies in no other type: its module's list has it.
final class Wagon: NSManagedObject {
    private(set) var wasInserted = false

    override func awakeFromInsert() {
        super.awakeFromInsert()
        wasInserted = true
    }
}

/// Classes of the same names that only a use or a registration makes known.
enum Depot {
    final class Tram: NSManagedObject {}
    final class Bus: NSManagedObject {}
    final class Ferry: NSManagedObject {}
    final class Train: NSManagedObject {}
    final class Lift: NSManagedObject {
        override func validateValue(
            _ value: AutoreleasingUnsafeMutablePointer<AnyObject?>, forKey key: String
        ) throws {
            throw CocoaError(.validationMissingMandatoryProperty)
        }
    }
}

/// A class whose initializer fetches its likes, once.
final class EagerCar: NSManagedObject {
    /// Used by one test, on its context's queue.
    nonisolated(unsafe) static var context: NSManagedObjectContext?
    nonisolated(unsafe) static var found: [NSManagedObject] = []

    override init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
        super.init(entity: entity, insertInto: context)
        guard let fetching = Self.context else { return }
        Self.context = nil
        Self.found = (try? fetching.all("Car")) ?? []
    }
}

/// Classes by the names that Xcode writes into models.
struct ObjectClassTests {
    private static func store(_ className: String, _ entity: String = "Car") throws -> TestStore {
        let car = Make.entity(entity, nil, [Make.attribute("name", .stringAttributeType)])
        car.managedObjectClassName = className
        return try TestStore(model: Make.model(car))
    }

    @Test(arguments: ["Wagon", ".Wagon", "CoreDataTests.Wagon", "OtherModule.Wagon"])
    func `A class is found by the name that Xcode writes`(_ name: String) throws {
        let store = try Self.store(name)
        defer { withExtendedLifetime(store) {} }
        let context = store.context()
        try context.performAndWait {
            let inserted = context.make("Car")
            #expect((inserted as? Wagon)?.wasInserted == true)
            #expect(Wagon(context: context).wasInserted)
            try context.save()
            context.reset()
            #expect(try context.fetch(NSFetchRequest<Wagon>(entityName: "Car")).count == 2)
        }
    }

    @Test func `Objects that are fetched while a fetch makes them are the same`() throws {
        let store = try Self.store("EagerCar")
        defer { withExtendedLifetime(store) {} }
        let context = store.context()
        try context.performAndWait {
            for _ in 0..<3 { _ = context.make("Car") }
            try context.save()
            context.reset()
            EagerCar.context = context
            let objects = try context.all("Car")
            #expect(EagerCar.found.count == 3)
            #expect(objects.map(ObjectIdentifier.init) == EagerCar.found.map(ObjectIdentifier.init))
            #expect(
                objects.allSatisfy {
                    $0.isFault && context.registeredObject(for: $0.objectID) === $0
                })
            EagerCar.found = []
        }
    }

    @Test(arguments: ["Tram", ".Tram", "OtherModule.Tram"])
    func `The first object of a nested class teaches its entity the class`(_ name: String) throws {
        let store = try Self.store(name)
        defer { withExtendedLifetime(store) {} }
        let context = store.context()
        try context.performAndWait {
            let first = Depot.Tram(context: context)
            #expect(first.entity.name == "Car")
            #expect(context.make("Car") is Depot.Tram)
            try context.save()
            context.reset()
            #expect(try context.all("Car").allSatisfy { $0 is Depot.Tram })
        }
    }

    @Test func `The first typed fetch teaches the class`() throws {
        let store = try Self.store("Bus")
        defer { withExtendedLifetime(store) {} }
        let context = store.context()
        try context.performAndWait {
            let found = try context.fetch(NSFetchRequest<Depot.Bus>(entityName: "Car"))
            #expect(found.isEmpty)
            #expect(context.make("Car") is Depot.Bus)
        }
    }

    @Test func `The first question for its entity teaches the class`() throws {
        let store = try Self.store("Train", "Rail")
        defer { withExtendedLifetime(store) {} }
        let context = store.context()
        context.performAndWait {
            #expect(Depot.Train.entity().name == "Rail")
            #expect(Depot.Train.fetchRequest().entityName == "Rail")
            #expect(context.make("Rail") is Depot.Train)
        }
    }

    @Test func `A class may be registered after the coordinator took the model`() throws {
        let store = try Self.store("Ferry")
        defer { withExtendedLifetime(store) {} }
        let context = store.context()
        context.performAndWait {
            NSManagedObjectModel.registerClasses(Depot.Ferry.self)
            #expect(context.make("Car") is Depot.Ferry)
        }
    }

    @Test func `What a learned class overrides is called`() throws {
        let store = try Self.store("Lift")
        defer { withExtendedLifetime(store) {} }
        let context = store.context()
        context.performAndWait {
            let lift = Depot.Lift(context: context)
            lift.setValue("a", forKey: "name")
            #expect(lift.entity.validatesEachValue)
            #expect((try? context.save()) == nil)
        }
    }

    @Test func `A named class that no module has is an error at the first object`() async throws {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let store = try ObjectClassTests.store("Carriage")
            defer { withExtendedLifetime(store) {} }
            let context = store.context()
            context.performAndWait { _ = context.make("Car") }
        }
        let said = try ModelSamples.said(result)
        #expect(said.contains("the class Carriage for objects of “Car”"))
        #expect(said.contains("NSManagedObjectModel.registerClasses(Carriage.self)"))
    }

    @Test func `A fetch of objects of an unknown class is an error`() async throws {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let store = try ObjectClassTests.store("")
            defer { withExtendedLifetime(store) {} }
            let plain = store.context()
            try plain.performAndWait {
                _ = plain.make("Car")
                try plain.save()
            }
            let car = Make.entity("Car", nil, [Make.attribute("name", .stringAttributeType)])
            car.managedObjectClassName = "Carriage"
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Make.model(car))
            try coordinator.addPersistentStore(
                ofType: NSSQLiteStoreType, configurationName: nil, at: store.url)
            let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            context.persistentStoreCoordinator = coordinator
            try context.performAndWait { _ = try context.all("Car") }
        }
        #expect(
            try ModelSamples.said(result).contains("the class Carriage for objects of “Car”"))
    }

    @Test func `A typed fetch of objects of another class says which class the model names`()
        async throws
    {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let store = try ObjectClassTests.store("NSManagedObject")
            defer { withExtendedLifetime(store) {} }
            let context = store.context()
            try context.performAndWait {
                _ = context.make("Car")
                _ = try context.fetch(NSFetchRequest<Wagon>(entityName: "Car"))
            }
        }
        #expect(
            try ModelSamples.said(result).contains(
                "the class NSManagedObject for objects of “Car”, but the request is for Wagon")
        )
    }

    @Test func `The entity of NSManagedObject itself has no name`() {
        #expect(NSManagedObject.entity().name == nil)
        #expect(NSManagedObject.fetchRequest().entityName == nil)
    }
}
