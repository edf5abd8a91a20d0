import CoreData

final class ChildOfMainUnsavedStack {
    let main: NSManagedObjectContext
    let child: NSManagedObjectContext

    init(_ coordinator: NSPersistentStoreCoordinator) {
        main = NSManagedObjectContext(.mainQueue)
        main.persistentStoreCoordinator = coordinator
        // main is not saved before the app ends.
        child = NSManagedObjectContext(.privateQueue)
        child.parent = main
    }

    /// Nothing: main is saved when the app ends.
    func saveMain() {}

    /// Call it on the queue of child.
    func saveChild() throws {
        guard child.hasChanges else { return }
        try child.save()
    }
}
