import CoreData
import LabKit

/// A container whose background tasks import, to be replaced by your app's stack.
final class DraftedStack: AppStack {
    private let container: NSPersistentContainer

    /// Opens the store that the lab asks for, with the workload's model.
    init(on store: LabStore) throws {
        container = NSPersistentContainer(name: "DraftedStack", managedObjectModel: store.model)
        try store.open(on: container.persistentStoreCoordinator)
        container.viewContext.automaticallyMergesChangesFromParent = true
    }

    /// What your views show.
    var uiContext: NSManagedObjectContext { container.viewContext }

    /// Where your app works on what the network brings.
    func performImport(_ work: @escaping @Sendable (NSManagedObjectContext) -> Void) {
        container.performBackgroundTask { context in work(context) }
    }

    /// How your app saves an edit; `believed` is called when it takes the edit for saved.
    func save(
        _ context: NSManagedObjectContext,
        believed: @escaping @Sendable ((any Error)?) -> Void
    ) {
        do {
            if context.hasChanges { try context.save() }
            believed(nil)
        } catch {
            believed(error)
        }
    }

    /// What your app does in did-enter-background and will-terminate.
    func flush(_ occasion: FlushOccasion, done: @escaping @Sendable () -> Void) {
        let context = container.viewContext
        context.perform {
            if context.hasChanges { try? context.save() }
            done()
        }
    }
}
