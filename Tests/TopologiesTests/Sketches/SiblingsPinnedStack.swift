import CoreData

final class SiblingsPinnedStack {
    let main: NSManagedObjectContext
    let importing: NSManagedObjectContext
    private var observers: [any NSObjectProtocol] = []

    init(_ coordinator: NSPersistentStoreCoordinator) {
        main = NSManagedObjectContext(.mainQueue)
        main.persistentStoreCoordinator = coordinator
        main.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        importing = NSManagedObjectContext(.privateQueue)
        importing.persistentStoreCoordinator = coordinator
        importing.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        main.performAndWait { [main] in
            try? main.setQueryGenerationFrom(.current)
        }
        observers.append(
            NotificationCenter.default.addObserver(
                forName: .NSManagedObjectContextDidSave, object: importing, queue: nil
            ) { [main] note in
                main.perform { main.mergeChanges(fromContextDidSave: note) }
            })
    }

    /// Call it on the queue of main.
    func saveMain() throws {
        guard main.hasChanges else { return }
        try main.save()
    }

    /// Call it on the queue of importing.
    func saveImporting() throws {
        guard importing.hasChanges else { return }
        try importing.save()
    }
}
