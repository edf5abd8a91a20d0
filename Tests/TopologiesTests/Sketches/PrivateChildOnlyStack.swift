import CoreData

final class PrivateChildOnlyStack {
    let main: NSManagedObjectContext
    let child: NSManagedObjectContext

    init(_ coordinator: NSPersistentStoreCoordinator) {
        main = NSManagedObjectContext(.mainQueue)
        main.persistentStoreCoordinator = coordinator
        child = NSManagedObjectContext(.privateQueue)
        child.parent = main
    }

    /// Call it on the queue of child.
    func saveChild() throws {
        guard child.hasChanges else { return }
        try child.save()
        try main.performAndWait { try main.save() }
    }
}
