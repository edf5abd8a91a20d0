import CoreData
import LabKit

/// Zhou, *Apply Multithreading in CoreData*: all work in one private child of the view context, and
/// `synchronize()` after each edit: `private-child-only`.
final class SynchronizedChild: AppStack {
    private let managedObjectContext: NSManagedObjectContext
    private let privateMOC = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    private let persistentContainer: NSPersistentContainer

    init(on store: LabStore) throws {
        persistentContainer = NSPersistentContainer(name: "App", managedObjectModel: store.model)
        try store.open(on: persistentContainer.persistentStoreCoordinator)
        managedObjectContext = persistentContainer.viewContext
        privateMOC.parent = managedObjectContext
    }

    var uiContext: NSManagedObjectContext { privateMOC }

    func performImport(_ work: @escaping @Sendable (NSManagedObjectContext) -> Void) {
        // As a view controller calls his functions. From another thread, the child that waits for
        // main and main that waits for the child would wait for ever.
        let child = privateMOC
        managedObjectContext.perform { child.performAndWait { work(child) } }
    }

    func save(
        _ context: NSManagedObjectContext, believed: @escaping @Sendable ((any Error)?) -> Void
    ) {
        believed(synchronize())
    }

    func flush(_ occasion: FlushOccasion, done: @escaping @Sendable () -> Void) {
        let (parent, child) = (managedObjectContext, privateMOC)
        child.perform {
            if child.hasChanges { try? child.save() }
            parent.perform {
                if parent.hasChanges { try? parent.save() }
                done()
            }
        }
    }

    private func synchronize() -> (any Error)? {
        var failure: (any Error)?
        do {
            if privateMOC.hasChanges { try privateMOC.save() }
            managedObjectContext.performAndWait {
                do {
                    if managedObjectContext.hasChanges { try managedObjectContext.save() }
                } catch {
                    failure = error
                }
            }
        } catch {
            failure = error
        }
        return failure
    }
}
