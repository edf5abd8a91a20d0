import Foundation

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
