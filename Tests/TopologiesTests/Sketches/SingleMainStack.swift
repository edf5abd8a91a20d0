import CoreData

final class SingleMainStack {
    let main: NSManagedObjectContext

    init(_ coordinator: NSPersistentStoreCoordinator) {
        main = NSManagedObjectContext(.mainQueue)
        main.persistentStoreCoordinator = coordinator
    }

    /// Call it on the queue of main.
    func saveMain() throws {
        guard main.hasChanges else { return }
        try main.save()
    }
}
