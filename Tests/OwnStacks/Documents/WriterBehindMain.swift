import CoreData
import LabKit

/// The manager of Cocoacasts, *Core Data and Concurrency*, with the save of the episode on the
/// private context: `private-writer:route=perform-and-wait-then-perform,flush=immediate`.
final class WriterBehindMain: AppStack {
    private let persistentStoreCoordinator: NSPersistentStoreCoordinator

    private lazy var privateManagedObjectContext: NSManagedObjectContext = {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = persistentStoreCoordinator
        return context
    }()

    private lazy var mainManagedObjectContext: NSManagedObjectContext = {
        let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        context.parent = privateManagedObjectContext
        return context
    }()

    init(on store: LabStore) throws {
        persistentStoreCoordinator = NSPersistentStoreCoordinator(
            managedObjectModel: store.model)
        try store.open(on: persistentStoreCoordinator)
    }

    var uiContext: NSManagedObjectContext { mainManagedObjectContext }

    func performImport(_ work: @escaping @Sendable (NSManagedObjectContext) -> Void) {
        let context = mainManagedObjectContext
        context.perform { work(context) }
    }

    func save(
        _ context: NSManagedObjectContext, believed: @escaping @Sendable ((any Error)?) -> Void
    ) {
        believed(saveMain())
        savePrivate {}
    }

    func flush(_ occasion: FlushOccasion, done: @escaping @Sendable () -> Void) {
        _ = saveMain()
        savePrivate(done)
    }

    private func saveMain() -> (any Error)? {
        var failure: (any Error)?
        mainManagedObjectContext.performAndWait {
            do {
                if mainManagedObjectContext.hasChanges { try mainManagedObjectContext.save() }
            } catch {
                failure = error
            }
        }
        return failure
    }

    private func savePrivate(_ done: @escaping @Sendable () -> Void) {
        let context = privateManagedObjectContext
        context.perform {
            // The episode prints the error: an edit that the app believed saved is gone.
            if context.hasChanges { try? context.save() }
            done()
        }
    }
}
