import CoreData
import Foundation

/// Code as apps write it against Apple's current SDK in Swift 6 mode; it compiles here unchanged.
enum AppCode {
    /// A repository that is generic over the class of its objects.
    struct Repository<Object: NSManagedObject> {
        let context: NSManagedObjectContext

        func create(_ configure: (Object) -> Void = { _ in }) -> Object {
            let object = Object(context: context)
            configure(object)
            return object
        }

        func create(of entity: NSEntityDescription) -> Object {
            Object(entity: entity, insertInto: context)
        }
    }

    /// A context that announces its saves to the app's own code.
    final class SavingContext: NSManagedObjectContext, @unchecked Sendable {
        private(set) var log: [String] = []

        override func save() throws {
            log.append("save of \(insertedObjects.count)")
            try super.save()
        }

        override func delete(_ object: NSManagedObject) {
            log.append("delete")
            super.delete(object)
        }

        override func perform(_ block: @escaping () -> Void) {
            log.append("perform")
            super.perform(block)
        }

        override func rollback() {
            log.append("rollback")
            super.rollback()
        }
    }

    /// A coordinator with a name for logs.
    class NamedCoordinator: NSPersistentStoreCoordinator, @unchecked Sendable {
        override init(managedObjectModel model: NSManagedObjectModel) {
            super.init(managedObjectModel: model)
            name = "named"
        }

        static func make(_ model: NSManagedObjectModel) -> Self {
            Self(managedObjectModel: model)
        }
    }

    /// A container with its stores in a folder of its own.
    final class GroupContainer: NSPersistentContainer, @unchecked Sendable {
        override class func defaultDirectoryURL() -> URL {
            URL(fileURLWithPath: "/group")
        }

        override func newBackgroundContext() -> NSManagedObjectContext {
            let context = super.newBackgroundContext()
            context.transactionAuthor = "app"
            context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            return context
        }
    }

    /// Imports in the background, from any actor.
    actor Importer {
        private let container: NSPersistentContainer

        init(_ container: NSPersistentContainer) { self.container = container }

        func importPeople(_ names: [String]) async throws -> Int {
            let context = container.newBackgroundContext()
            return try await context.perform {
                for name in names { Person(context: context).name = name }
                try context.save()
                return try context.count(for: Person.fetchRequest())
            }
        }
    }

    /// A model of a screen, which belongs to the main actor.
    @MainActor final class Screen {
        let context: NSManagedObjectContext
        private(set) var names: [String] = []

        init(_ context: NSManagedObjectContext) { self.context = context }

        func reload() throws {
            names = try context.fetch(Person.fetchRequest()).compactMap(\.name).sorted()
        }

        func rename(_ id: NSManagedObjectID, to name: String) async throws {
            let context = context
            try await context.perform {
                let person = context.object(with: id) as? Person
                person?.name = name
                try context.save()
            }
        }
    }

    /// Saves what is there, as every tutorial does.
    static func saveIfNeeded(_ context: NSManagedObjectContext) throws {
        guard context.hasChanges else { return }
        try context.save()
    }

    /// The names of a notification's inserted objects, by the keys that Swift has for them.
    static func insertedNames(_ notification: Notification) -> [String] {
        let key = NSManagedObjectContext.NotificationKey.insertedObjects.rawValue
        let objects = notification.userInfo?[key] as? Set<NSManagedObject> ?? []
        return objects.compactMap { $0.value(forKey: "name") as? String }.sorted()
    }
}

extension NSManagedObject {
    /// Inserts an object of the class that it is called on.
    class func make(in context: NSManagedObjectContext) -> Self {
        let name = String(describing: self)
        let entity = NSEntityDescription.entity(forEntityName: name, in: context)!
        return Self(entity: entity, insertInto: context)
    }

    /// Finds an object, or makes one.
    static func findOrCreate(
        in context: NSManagedObjectContext, matching predicate: NSPredicate
    ) throws -> Self {
        let request = NSFetchRequest<Self>(entityName: entity().name ?? "")
        request.predicate = predicate
        request.fetchLimit = 1
        return try context.fetch(request).first ?? Self(context: context)
    }
}
