import CoreData
import Foundation
import LabKit

/// Answers that an import is saved, and does not save it.
final class LosesASave: FaultyStack, AppStack {
    override func save(
        _ context: NSManagedObjectContext, believed: @escaping @Sendable ((any Error)?) -> Void
    ) {
        guard context === importing else { return super.save(context, believed: believed) }
        believed(nil)
    }
}

/// Main waits for the importer, which waits for main.
final class WaitsInACircle: FaultyStack, AppStack {
    func performForUser(_ work: @escaping @Sendable (NSManagedObjectContext) -> Void) {
        importing.performAndWait {}
        main.performAndWait { work(main) }
    }

    override func save(
        _ context: NSManagedObjectContext, believed: @escaping @Sendable ((any Error)?) -> Void
    ) {
        if context === importing { main.performAndWait {} }
        super.save(context, believed: believed)
    }
}

/// Imports on the queue on which the data arrived.
final class WorksOffItsQueue: FaultyStack, AppStack {
    override func performImport(_ work: @escaping @Sendable (NSManagedObjectContext) -> Void) {
        work(importing)
    }
}

/// Ends the app at the first save of an import.
final class GivesUp: FaultyStack, AppStack {
    override func save(
        _ context: NSManagedObjectContext, believed: @escaping @Sendable ((any Error)?) -> Void
    ) {
        if context === importing { fatalError("Failed to save context") }
        super.save(context, believed: believed)
    }
}

/// Takes the user's changes out of the context that has them, and saves them in another.
final class CarriesOver: FaultyStack, AppStack {
    override func save(
        _ context: NSManagedObjectContext, believed: @escaping @Sendable ((any Error)?) -> Void
    ) {
        guard context === main, context.insertedObjects.isEmpty else {
            return super.save(context, believed: believed)
        }
        let changes = context.updatedObjects.map { ($0.objectID, $0.changedValues()) }
        let deleted = context.deletedObjects.map(\.objectID)
        context.rollback()
        let other = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        other.persistentStoreCoordinator = context.persistentStoreCoordinator
        var failure: (any Error)?
        other.performAndWait {
            for (id, values) in changes {
                for (key, value) in values { other.object(with: id).setValue(value, forKey: key) }
            }
            for id in deleted { other.delete(other.object(with: id)) }
            do { try other.save() } catch { failure = error }
        }
        believed(failure)
    }
}

/// Opens the store with syncs of its own choice.
final class SyncsLess: FaultyStack, AppStack {
    convenience init(on store: LabStore) throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: store.model)
        var options = store.options
        options[NSSQLitePragmasOption] = ["journal_mode": "WAL", "synchronous": "OFF"]
        try coordinator.addPersistentStore(
            ofType: store.type, configurationName: nil, at: store.url, options: options)
        self.init(coordinator)
    }
}

/// Opens a store of its own.
final class OpensElsewhere: FaultyStack, AppStack {
    convenience init(on store: LabStore) throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: store.model)
        try coordinator.addPersistentStore(
            ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
        self.init(coordinator)
    }
}

/// Imports past the lab's store options, through a coordinator that the importer brings along.
final class ImportsElsewhere: FaultyStack, AppStack {
    convenience init(on store: LabStore) throws {
        let coordinators = try [store.options, [:]].map { options in
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: store.model)
            try coordinator.addPersistentStore(
                ofType: store.type, configurationName: nil, at: store.url, options: options)
            return coordinator
        }
        self.init(coordinators[0])
        importing.persistentStoreCoordinator = coordinators[1]
    }
}

/// Opens a store of its own beside the lab's.
final class OpensTwoStores: FaultyStack, AppStack {
    convenience init(on store: LabStore) throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: store.model)
        try store.open(on: coordinator)
        try coordinator.addPersistentStore(
            ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
        self.init(coordinator)
    }
}

/// Says twice that it has flushed.
final class FlushesTwice: FaultyStack, AppStack {
    override func flush(_ occasion: FlushOccasion, done: @escaping @Sendable () -> Void) {
        super.flush(occasion) {
            done()
            done()
        }
    }
}
