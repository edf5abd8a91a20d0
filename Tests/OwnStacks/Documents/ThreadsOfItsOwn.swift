import CoreData
import Foundation
import LabKit

/// Each import is an operation of the app's own operation queue, with a context that the operation
/// makes and throws away.
final class ThreadsOfItsOwn: AppStack {
    private let coordinator: NSPersistentStoreCoordinator
    private let main = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    private let operations = OperationQueue()

    init(on store: LabStore) throws {
        coordinator = NSPersistentStoreCoordinator(managedObjectModel: store.model)
        try store.open(on: coordinator)
        main.persistentStoreCoordinator = coordinator
        main.automaticallyMergesChangesFromParent = true
        operations.maxConcurrentOperationCount = 2
    }

    var uiContext: NSManagedObjectContext { main }

    func performImport(_ work: @escaping @Sendable (NSManagedObjectContext) -> Void) {
        let coordinator = coordinator
        operations.addOperation {
            let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            context.persistentStoreCoordinator = coordinator
            context.performAndWait { work(context) }
        }
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
        let main = main
        main.perform {
            if main.hasChanges { try? main.save() }
            done()
        }
    }
}
