import CoreData

final class WriterSiblingsStack {
    let writer: NSManagedObjectContext
    let main: NSManagedObjectContext
    let worker: NSManagedObjectContext
    private var observers: [any NSObjectProtocol] = []

    init(_ coordinator: NSPersistentStoreCoordinator) {
        writer = NSManagedObjectContext(.privateQueue)
        writer.persistentStoreCoordinator = coordinator
        main = NSManagedObjectContext(.mainQueue)
        main.parent = writer
        main.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        worker = NSManagedObjectContext(.privateQueue)
        worker.parent = writer
        worker.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        observers.append(
            NotificationCenter.default.addObserver(
                forName: .NSManagedObjectContextDidSave, object: worker, queue: nil
            ) { [main] note in
                main.perform { main.mergeChanges(fromContextDidSave: note) }
            })
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
        writer.perform { [writer] in try? writer.save() }
    }
}
