import CoreData
import Foundation
import LabKit

/// ASJCoreDataOperation: each import is an operation in a private context beside the main one, and
/// what it saves is merged into main: `siblings:submission=operation`.
final class SiblingOperations: AppStack {
    private let mainMoc: NSManagedObjectContext
    private let privateMoc: NSManagedObjectContext
    private var observer: (any NSObjectProtocol)?

    init(on store: LabStore) throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: store.model)
        try store.open(on: coordinator)
        mainMoc = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        privateMoc = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        for moc in [mainMoc, privateMoc] {
            moc.persistentStoreCoordinator = coordinator
            moc.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        }
        let mainMoc = mainMoc
        observer = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextDidSave, object: privateMoc, queue: nil
        ) { note in
            // The note is only read.
            nonisolated(unsafe) let note = note
            mainMoc.perform { mainMoc.mergeChanges(fromContextDidSave: note) }
        }
    }

    var uiContext: NSManagedObjectContext { mainMoc }

    func performImport(_ work: @escaping @Sendable (NSManagedObjectContext) -> Void) {
        // On the queue of the network's answers, one at a time.
        CoreDataOperation(privateMoc: privateMoc, work: work).start()
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
        let (mainMoc, privateMoc) = (mainMoc, privateMoc)
        mainMoc.perform {
            if mainMoc.hasChanges { try? mainMoc.save() }
            privateMoc.perform {
                if privateMoc.hasChanges { try? privateMoc.save() }
                done()
            }
        }
    }

    func tearDown() {
        if let observer { NotificationCenter.default.removeObserver(observer) }
    }
}

/// The operation of the library: its work, on the private context's queue.
private final class CoreDataOperation: Operation, @unchecked Sendable {
    private let privateMoc: NSManagedObjectContext
    private let work: @Sendable (NSManagedObjectContext) -> Void

    init(
        privateMoc: NSManagedObjectContext,
        work: @escaping @Sendable (NSManagedObjectContext) -> Void
    ) {
        self.privateMoc = privateMoc
        self.work = work
    }

    override func main() {
        privateMoc.performAndWait { work(privateMoc) }
    }
}
