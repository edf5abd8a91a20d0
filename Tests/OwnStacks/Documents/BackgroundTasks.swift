import CoreData
import LabKit

/// Grosch, *Concurrency by Tutorials*, chapter 11: a container whose background tasks import, each
/// in a context of its own, and whose view context merges: `container-background`.
final class BackgroundTasks: AppStack {
    private let persistentContainer: NSPersistentContainer

    init(on store: LabStore) throws {
        persistentContainer = NSPersistentContainer(name: "App", managedObjectModel: store.model)
        persistentContainer.persistentStoreDescriptions = [store.description]
        var failure: (any Error)?
        persistentContainer.loadPersistentStores { _, error in failure = error }
        if let failure { throw failure }
        persistentContainer.viewContext.automaticallyMergesChangesFromParent = true
    }

    var uiContext: NSManagedObjectContext { persistentContainer.viewContext }

    func performImport(_ work: @escaping @Sendable (NSManagedObjectContext) -> Void) {
        persistentContainer.performBackgroundTask { context in work(context) }
    }

    func save(
        _ context: NSManagedObjectContext, believed: @escaping @Sendable ((any Error)?) -> Void
    ) {
        do {
            if context.hasChanges { try context.save() }
            believed(nil)
        } catch {
            believed(error)
        }
    }

    func flush(_ occasion: FlushOccasion, done: @escaping @Sendable () -> Void) {
        let context = persistentContainer.viewContext
        context.perform {
            if context.hasChanges { try? context.save() }
            done()
        }
    }
}
