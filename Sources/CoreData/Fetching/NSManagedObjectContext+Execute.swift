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
    final func run(_ request: NSPersistentStoreRequest) throws -> NSPersistentStoreResult {
        checkQueue("execute(_:)")
        return try request.run(in: self)
    }
}
