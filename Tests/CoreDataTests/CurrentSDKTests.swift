import CoreData
import Execution
import Foundation
import Synchronization
import Testing

/// Code that Apple's current SDK takes in Swift 6 mode: that each test compiles is half of it.
@Suite(.inVirtualTime) struct `Code for the current SDK` {
    private func people() throws -> CoreDataStack { try CoreDataStack(Person.model()) }

    private func watched() throws -> TestStore {
        try TestStore(
            model: Make.model(
                Make.entity(
                    "WatchedPerson", WatchedPerson.self,
                    [Make.attribute("name", .stringAttributeType)])))
    }

    // MARK: Contexts on several threads

    @Test func `A context goes to a task, which awaits its queue`() async throws {
        let stack = try people()
        defer { withExtendedLifetime(stack) {} }
        let context = stack.persistentContainer.newBackgroundContext()
        // A child, which keeps to virtual time where the test does; a `Task` of its own would not.
        async let isTemporary = context.perform { Person(context: context).objectID.isTemporaryID }
        #expect(await isTemporary)
    }

    @Test func `A context is a property of what is Sendable`() throws {
        struct Session: Sendable { let context: NSManagedObjectContext }
        let stack = try people()
        defer { withExtendedLifetime(stack) {} }
        let session = Session(context: stack.persistentContainer.newBackgroundContext())
        let send: @Sendable () -> Bool = {
            session.context.performAndWait { !session.context.hasChanges }
        }
        #expect(send())
    }

    @Test func `An actor imports through a context of its container`() async throws {
        let stack = try people()
        let importer = AppCode.Importer(stack.persistentContainer)
        #expect(try await importer.importPeople(["Ada", "Grace"]) == 2)
    }

    @Test func `A group of tasks has a context each`() async throws {
        let stack = try people()
        defer { withExtendedLifetime(stack) {} }
        let container = stack.persistentContainer
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...3 {
                group.addTask {
                    let context = container.newBackgroundContext()
                    try await context.perform(schedule: .enqueued) {
                        Person(context: context).name = "\(number)"
                        try context.save()
                    }
                }
            }
            try await group.waitForAll()
        }
        let context = container.newBackgroundContext()
        #expect(try context.performAndWait { try context.count(for: Person.fetchRequest()) } == 3)
    }

    @Test func `A block of perform may change what it captures`() async throws {
        let stack = try people()
        defer { withExtendedLifetime(stack) {} }
        let context = stack.persistentContainer.newBackgroundContext()
        await withCheckedContinuation { continuation in
            context.perform {
                var made: [Person] = []
                made.append(Person(context: context))
                continuation.resume()
            }
        }
        var count = 0
        context.performAndWait { count = context.insertedObjects.count }
        #expect(count == 1)
    }

    @Test func `perform awaits at once or behind what waits, and throws`() async throws {
        let stack = try people()
        defer { withExtendedLifetime(stack) {} }
        let context = stack.persistentContainer.newBackgroundContext()
        let first = try await context.perform { try context.fetch(Person.fetchRequest()).count }
        let second = await context.perform(schedule: .immediate) { first + 1 }
        #expect(second == 1)
        await #expect(throws: CocoaError.self) {
            try await context.perform(schedule: .enqueued) { throw CocoaError(.fileNoSuchFile) }
        }
    }

    @Test func `A background task awaits its value`() async throws {
        let stack = try people()
        defer { withExtendedLifetime(stack) {} }
        let container = stack.persistentContainer
        let id = try await container.performBackgroundTask { context in
            let person = Person(context: context)
            try context.save()
            return person.objectID
        }
        #expect(!id.isTemporaryID)
    }

    @Test(.onDispatchOnly) @MainActor
    func `A screen on the main actor reads and edits through the view context`() async throws {
        let stack = try people()
        let screen = AppCode.Screen(stack.persistentContainer.viewContext)
        let person = Person(context: screen.context)
        person.name = "Ada"
        try AppCode.saveIfNeeded(screen.context)
        try await screen.rename(person.objectID, to: "Grace")
        try screen.reload()
        #expect(screen.names == ["Grace"])
    }

    @Test func `A merge of a notification hops to another context's queue`() async throws {
        let stack = try people()
        defer { withExtendedLifetime(stack) {} }
        let container = stack.persistentContainer
        let reader = container.newBackgroundContext(), writer = container.newBackgroundContext()
        let seen = Mutex<[String]>([])
        let token = NotificationCenter.default.addObserver(
            forName: NSManagedObjectContext.didSaveObjectsNotification, object: writer, queue: nil
        ) { notification in
            seen.withLock { $0 = AppCode.insertedNames(notification) }
            reader.performAndWait { reader.mergeChanges(fromContextDidSave: notification) }
        }
        defer { NotificationCenter.default.removeObserver(token) }
        try await writer.perform {
            Person(context: writer).name = "Ada"
            try writer.save()
        }
        #expect(seen.withLock { $0 } == ["Ada"])
        #expect(try reader.performAndWait { try reader.count(for: Person.fetchRequest()) } == 1)
    }

    // MARK: Generic construction

    @Test func `A repository makes objects of the class that it is generic over`() throws {
        let store = try TestStore(model: Person.model())
        let people = AppCode.Repository<Person>(context: store.context())
        people.context.performAndWait {
            let ada = people.create { $0.name = "Ada" }
            #expect(ada.name == "Ada" && ada.isInserted)
            let entity = store.coordinator.managedObjectModel.entitiesByName["Person"]!
            #expect(people.create(of: entity).managedObjectContext === people.context)
        }
    }

    @Test func `A class method makes an object of Self`() throws {
        let store = try TestStore(model: Person.model())
        let context = store.context()
        context.performAndWait {
            let person: Person = Person.make(in: context)
            person.age = 36
            #expect(context.insertedObjects == [person])
        }
    }

    @Test func `A protocol extension finds an object or makes one`() throws {
        let store = try TestStore(model: Person.model())
        let context = store.context()
        try context.performAndWait {
            let first = try Person.findOrCreate(in: context, matching: NSPredicate(value: true))
            #expect(
                try Person.findOrCreate(in: context, matching: NSPredicate(value: true)) === first)
        }
    }

    @Test func `Generic construction runs a subclass's own initializer`() throws {
        let store = try watched()
        let context = store.context()
        context.performAndWait {
            let made = AppCode.Repository<WatchedPerson>(context: context).create()
            #expect(made.log == ["made"])
            #expect(WatchedPerson(name: "Ada", in: context).log.first == "made")
            let type: NSManagedObject.Type = WatchedPerson.self
            #expect(type.init(context: context) is WatchedPerson)
        }
    }

    @Test func `A coordinator's class method makes a coordinator of Self`() {
        func coordinator<Coordinator: NSPersistentStoreCoordinator>(
            _ type: Coordinator.Type
        ) -> Coordinator { Coordinator(managedObjectModel: Person.model()) }
        #expect(AppCode.NamedCoordinator.make(Person.model()).name == "named")
        #expect(coordinator(AppCode.NamedCoordinator.self).name == "named")
        #expect(coordinator(NSPersistentStoreCoordinator.self).name == nil)
    }

    // MARK: Overriding

    @Test func `A context's subclass overrides what it does`() throws {
        let store = try TestStore(model: Person.model())
        let context = AppCode.SavingContext(.privateQueue)
        context.persistentStoreCoordinator = store.coordinator
        try context.performAndWait {
            let person = Person(context: context)
            try AppCode.saveIfNeeded(context)
            context.delete(person)
            context.rollback()
        }
        context.perform {}
        #expect(
            context.performAndWait { context.log } == [
                "save of 1", "delete", "rollback", "perform",
            ])
    }

    @Test func `An object's subclass hears of changes by its accessors`() throws {
        let store = try watched()
        let context = store.context()
        context.performAndWait {
            let person = WatchedPerson(context: context)
            person.willChangeValue(forKey: "name")
            person.setPrimitiveValue("Ada", forKey: "name")
            person.didChangeValue(forKey: "name")
            #expect(person.log == ["made", "will name", "did name"])
            #expect(person.changedValues()["watched"] as? Bool == true)
        }
    }

    @Test func `A container's subclass chooses folder and contexts`() {
        let container = AppCode.GroupContainer(name: "App", managedObjectModel: Person.model())
        #expect(container.persistentStoreDescriptions.first?.url?.path == "/group/App.sqlite")
        #expect(container.newBackgroundContext().transactionAuthor == "app")
    }

    // MARK: Names

    @Test func `The default directory is a property and a method`() {
        let folder: URL = NSPersistentContainer.defaultDirectoryURL
        #expect(folder == NSPersistentContainer.defaultDirectoryURL())
        #expect(
            NSPersistentContainer.defaultDirectoryURL.appendingPathComponent("a").lastPathComponent
                == "a")
        #expect(AppCode.GroupContainer.defaultDirectoryURL.path == "/group")
    }

    @Test func `The keys of notifications are the constants' values`() {
        typealias Key = NSManagedObjectContext.NotificationKey
        #expect(Key.insertedObjects.rawValue == NSInsertedObjectsKey)
        #expect(Key.updatedObjects.rawValue == NSUpdatedObjectsKey)
        #expect(Key.deletedObjects.rawValue == NSDeletedObjectsKey)
        #expect(Key.refreshedObjects.rawValue == NSRefreshedObjectsKey)
        #expect(Key.invalidatedObjects.rawValue == NSInvalidatedObjectsKey)
        #expect(Key.invalidatedAllObjects.rawValue == NSInvalidatedAllObjectsKey)
        #expect(Key.insertedObjectIDs.rawValue == NSInsertedObjectIDsKey)
        #expect(Key.updatedObjectIDs.rawValue == NSUpdatedObjectIDsKey)
        #expect(Key.deletedObjectIDs.rawValue == NSDeletedObjectIDsKey)
        #expect(Key.refreshedObjectIDs.rawValue == NSRefreshedObjectIDsKey)
        #expect(Key.invalidatedObjectIDs.rawValue == NSInvalidatedObjectIDsKey)
        #expect(Key(rawValue: NSInsertedObjectsKey) == .insertedObjects)
    }

    @Test func `An object's ID goes through text, and comes back`() throws {
        let store = try TestStore(model: Person.model())
        let context = store.context()
        try context.performAndWait {
            let person = Person(context: context)
            try context.save()
            let text = person.objectID.uriRepresentation().absoluteString
            #expect(store.coordinator.managedObjectID(for: text) == person.objectID)
            #expect(store.coordinator.managedObjectID(for: "x-coredata://nowhere/Person/p1") == nil)
        }
    }

    @Test func `A policy is set by its name, and compared`() throws {
        let context = NSManagedObjectContext(.privateQueue)
        context.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
        #expect(
            (context.mergePolicy as? NSMergePolicy)?.mergeType
                == .mergeByPropertyStoreTrumpMergePolicyType)
        context.mergePolicy = NSMergeByPropertyObjectTrumpMergePolicy
        #expect(
            (context.mergePolicy as? NSMergePolicy) === NSMergePolicy.mergeByPropertyObjectTrump)
    }

    @available(*, deprecated)
    private func isConfined(_ context: NSManagedObjectContext) -> Bool {
        switch context.concurrencyType {
        case .confinementConcurrencyType: true
        case .mainQueueConcurrencyType, .privateQueueConcurrencyType: false
        }
    }

    @available(*, deprecated)
    @Test func `The type without a queue is known, and no context has it`() async {
        #expect(!isConfined(NSManagedObjectContext(.mainQueue)))
        #expect(NSManagedObjectContextConcurrencyType(rawValue: 0) == .confinementConcurrencyType)
        await #expect(processExitsWith: .failure) {
            let type = NSManagedObjectContextConcurrencyType(rawValue: 0)!
            _ = NSManagedObjectContext(concurrencyType: type)
        }
    }
}
