import CoreData

final class TwoCoordinatorsStack {
    let main: NSManagedObjectContext
    let importing: NSManagedObjectContext
    private var observers: [any NSObjectProtocol] = []

    init(_ coordinators: [NSPersistentStoreCoordinator]) {
        main = NSManagedObjectContext(.mainQueue)
        main.persistentStoreCoordinator = coordinators[0]
        main.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        importing = NSManagedObjectContext(.privateQueue)
        importing.persistentStoreCoordinator = coordinators[1]
        importing.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        observers.append(
            NotificationCenter.default.addObserver(
                forName: .NSManagedObjectContextDidSave, object: importing, queue: nil
            ) { [main] note in
                let changes = note.userInfo ?? [:]
                NSManagedObjectContext.mergeChanges(
                    fromRemoteContextSave: changes, into: [main])
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
