import Foundation

extension NSFetchRequest {
    /// Fetches in the context on whose queue the caller runs.
    ///
    /// - Precondition: inside a block of `perform` or `performAndWait`; the main queue has only one
    ///   main-queue context.
    /// - Throws: errors of the context's `fetch(_:)`.
    public func execute() throws -> [ResultType] {
        let contexts = NSManagedObjectContext.ofCurrentQueue
        guard let context = contexts.first, contexts.count == 1 else {
            fatalError(
                """
                execute() of a fetch request found \(contexts.count) contexts of the current \
                queue, but needs exactly one: call fetch(_:) of the right context on its queue
                """)
        }
        return try context.fetch(self)
    }
}

extension NSManagedObjectContext {
    /// Executes an asynchronous fetch request, or a batch request.
    ///
    /// An asynchronous fetch has only begun when this returns. A batch request is done: it has
    /// changed the store without this context, and posts nothing. Merge its changes with
    /// `mergeChanges(fromRemoteContextSave:into:)`, or fetch again.
    ///
    /// - Precondition: on the context's queue.
    /// - Throws: 134091 for a request of another kind, and for a batch request on a store that is
    ///   not SQLite's; errors of the store.
    @discardableResult
    public final func execute(
        _ request: NSPersistentStoreRequest
    ) throws -> NSPersistentStoreResult {
        checkQueue("execute(_:)")
        return try request.run(in: self)
    }
}
