import CoreData

/// Reads beside programs: fetches all objects of their coordinator, reads every value and follows
/// relationships, again and again.
package struct ProgramReader {
    private let context: NSManagedObjectContext

    /// - Parameter isNested: whether it reads through another context.
    package init(_ coordinator: NSPersistentStoreCoordinator, isNested: Bool) {
        let root = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        root.persistentStoreCoordinator = coordinator
        let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        child.parent = root
        context = isNested ? child : root
        context.name = "reader"
    }

    /// - Parameters:
    ///   - isDone: asked before each time.
    ///   - didRead: called for each object.
    package func read(until isDone: () -> Bool, didRead: () -> Void) {
        while !isDone() {
            context.performAndWait {
                for kind in Program.Kind.allCases {
                    let request = NSFetchRequest<NSManagedObject>(entityName: kind.rawValue)
                    for object in (try? context.fetch(request)) ?? [] {
                        // A row may be deleted between the fetch and this: it is at hand.
                        _ = object.value(forKey: "x")
                        didRead()
                        _ = object.objectIDs(forRelationshipNamed: kind.toMany).count
                    }
                }
                context.reset()
            }
        }
    }
}
