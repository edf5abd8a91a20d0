import CoreData

final class ContainerBackgroundStack {
    let view: NSManagedObjectContext
    let task: NSManagedObjectContext

    init(_ coordinator: NSPersistentStoreCoordinator) {
        view = NSManagedObjectContext(.mainQueue)
        view.persistentStoreCoordinator = coordinator
        view.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        task = NSManagedObjectContext(.privateQueue)
        task.persistentStoreCoordinator = coordinator
        task.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        view.automaticallyMergesChangesFromParent = true
    }

    /// Call it on the queue of view.
    func saveView() throws {
        guard view.hasChanges else { return }
        try view.save()
    }

    /// Call it on the queue of task.
    func saveTask() throws {
        guard task.hasChanges else { return }
        try task.save()
    }
}
