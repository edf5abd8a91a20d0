import CoreData

final class ChildOfMainStack {
    let main: NSManagedObjectContext
    let child: NSManagedObjectContext

    init(_ coordinator: NSPersistentStoreCoordinator) {
        main = NSManagedObjectContext(.mainQueue)
        main.persistentStoreCoordinator = coordinator
        child = NSManagedObjectContext(.privateQueue)
        child.parent = main
    }

    /// Call it on the queue of main.
    func saveMain() throws {
        guard main.hasChanges else { return }
        try main.save()
    }

    /// Call it on the queue of child.
    func saveChild() throws {
        guard child.hasChanges else { return }
        try child.save()
        try main.performAndWait { try main.save() }
    }
}
