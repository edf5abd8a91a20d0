import CoreData

final class PrivateWriterStack {
    let writer: NSManagedObjectContext
    let main: NSManagedObjectContext

    init(_ coordinator: NSPersistentStoreCoordinator) {
        writer = NSManagedObjectContext(.privateQueue)
        writer.persistentStoreCoordinator = coordinator
        main = NSManagedObjectContext(.mainQueue)
        main.parent = writer
    }

    /// Call it on the queue of main.
    func saveMain() throws {
        guard main.hasChanges else { return }
        try main.save()
        // Not at once, but every 1s.
        writer.perform { [writer] in try? writer.save() }
    }
}
