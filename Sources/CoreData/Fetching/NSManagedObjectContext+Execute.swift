import Foundation

extension NSFetchRequest {
    /// Fetches in the context whose queue the caller is on.
    ///
    /// - Precondition: inside a block of `perform` or `performAndWait`; on the main queue there is
    ///   one main-queue context.
    /// - Throws: what the context's `fetch(_:)` throws.
    public func execute() throws -> [ResultType] {
        let contexts = NSManagedObjectContext.ofCurrentQueue
        guard let context = contexts.first, contexts.count == 1 else {
            fatalError(
                """
                execute() of a fetch request found \(contexts.count) contexts of the queue that it \
                was called on, and needs one: call fetch(_:) of the context that you mean, on its \
                queue
                """)
        }
        return try context.fetch(self)
    }
}

extension NSManagedObjectContext {
    /// Executes an asynchronous fetch request, or a batch request.
    ///
    /// An asynchronous fetch has only begun when this returns. A batch request is done then: it
    /// changes the store past this context and posts nothing; merge what it did with
    /// `mergeChanges(fromRemoteContextSave:into:)`, or fetch again.
    ///
    /// - Precondition: on the context's queue.
    /// - Throws: 134091 for a request that is neither, and for a batch request where a store is not
    ///   SQLite's; what the store throws.
    @discardableResult
    public final func execute(
        _ request: NSPersistentStoreRequest
    ) throws -> NSPersistentStoreResult {
        checkQueue("execute(_:)")
        return try request.run(in: self)
    }
}
