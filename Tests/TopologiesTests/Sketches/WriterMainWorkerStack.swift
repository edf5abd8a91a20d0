import CoreData

final class WriterMainWorkerStack {
    let writer: NSManagedObjectContext
    let main: NSManagedObjectContext
    let worker: NSManagedObjectContext

    init(_ coordinator: NSPersistentStoreCoordinator) {
        writer = NSManagedObjectContext(.privateQueue)
        writer.persistentStoreCoordinator = coordinator
        main = NSManagedObjectContext(.mainQueue)
        main.parent = writer
        worker = NSManagedObjectContext(.privateQueue)
        worker.parent = main
    }

    /// Call it on the queue of main.
    func saveMain() throws {
        guard main.hasChanges else { return }
        try main.save()
        writer.perform { [writer] in try? writer.save() }
    }

    /// Call it on the queue of worker.
    func saveWorker() throws {
        guard worker.hasChanges else { return }
        try worker.save()
        try main.performAndWait { try main.save() }
        writer.perform { [writer] in try? writer.save() }
    }
}
