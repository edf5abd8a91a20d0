import CoreData
import LabKit

/// Two contexts on one coordinator, with a place for one mistake each.
class FaultyStack {
    let main = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    let importing = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)

    init(_ coordinator: NSPersistentStoreCoordinator) {
        for context in [main, importing] { context.persistentStoreCoordinator = coordinator }
        main.automaticallyMergesChangesFromParent = true
    }

    convenience init(on store: LabStore) throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: store.model)
        try store.open(on: coordinator)
        self.init(coordinator)
    }

    var uiContext: NSManagedObjectContext { main }

    func performImport(_ work: @escaping @Sendable (NSManagedObjectContext) -> Void) {
        let importing = importing
        importing.perform { work(importing) }
    }

    func save(
        _ context: NSManagedObjectContext, believed: @escaping @Sendable ((any Error)?) -> Void
    ) {
        do {
            try context.save()
            believed(nil)
        } catch {
            believed(error)
        }
    }

    func flush(_ occasion: FlushOccasion, done: @escaping @Sendable () -> Void) {
        let main = main
        main.perform {
            if main.hasChanges { try? main.save() }
            done()
        }
    }
}
