import Foundation

extension NSPersistentStoreCoordinator {
    /// Sends a request to the coordinator's stores, or to those in its `affectedStores`.
    ///
    /// A fetch reads what is saved: the context's unsaved changes play no part in which objects it
    /// finds, though an object that the context has keeps its unsaved values. A context's own
    /// `fetch(_:)` and `execute(_:)` are the usual ways.
    ///
    /// - Parameters:
    ///   - request: a fetch, asynchronous or not, a batch request, or one about history.
    ///   - context: one that stands on this coordinator: the found objects are registered there.
    /// - Returns: for an `NSFetchRequest` an array of objects, IDs, dictionaries or, for a count,
    ///   one number; for others an `NSPersistentStoreResult`, as the context's `execute(_:)`
    ///   gives it.
    /// - Throws: 134091 for a request of another kind, for a nested context, and for a batch
    ///   request on a store that is not SQLite's; errors of the store.
    /// - Precondition: on the context's queue, and the context stands on this coordinator.
    public final func execute(
        _ request: NSPersistentStoreRequest, with context: NSManagedObjectContext
    ) throws -> Any {
        context.checkQueue("execute(_:with:)")
        if context.parent != nil { throw CoreDataError.nestedExecution() }
        guard context.persistentStoreCoordinator === self else {
            fatalError(
                """
                execute(_:with:) got a context of another coordinator, whose objects are not \
                this one's: set the context's persistentStoreCoordinator, or call its own
                """)
        }
        return try request.answer(in: context)
    }
}
