import Foundation

/// The result of an asynchronous fetch request, complete when its completion block is called.
public final class NSAsynchronousFetchResult<ResultType>: NSPersistentStoreAsynchronousResult {
    /// The request that this is the result of.
    public let fetchRequest: NSAsynchronousFetchRequest<ResultType>

    /// What was fetched; `nil` while the fetch goes on, and when it has failed or was cancelled.
    public internal(set) var finalResult: [ResultType]?

    init(
        _ request: NSAsynchronousFetchRequest<ResultType>, _ context: NSManagedObjectContext,
        progress: Progress
    ) {
        fetchRequest = request
        super.init(context, progress: progress)
    }
}
