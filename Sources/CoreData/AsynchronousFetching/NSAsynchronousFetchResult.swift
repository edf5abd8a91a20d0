import Foundation

/// The result of an asynchronous fetch request, complete when its completion block is called.
public final class NSAsynchronousFetchResult<ResultType>: NSPersistentStoreAsynchronousResult {
    /// The request that has this result.
    public let fetchRequest: NSAsynchronousFetchRequest<ResultType>

    /// The results; `nil` while the fetch runs, and after a failure or a cancellation.
    public internal(set) var finalResult: [ResultType]?

    init(
        _ request: NSAsynchronousFetchRequest<ResultType>, _ context: NSManagedObjectContext,
        progress: Progress
    ) {
        fetchRequest = request
        super.init(context, progress: progress)
    }
}
