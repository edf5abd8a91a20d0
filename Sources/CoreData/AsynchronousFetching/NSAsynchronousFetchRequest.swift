import Foundation

/// Called on the context's queue when an asynchronous fetch is done.
public typealias NSPersistentStoreAsynchronousFetchResultCompletionBlock =
    (NSAsynchronousFetchResult<any NSFetchRequestResult>) -> Void

/// A fetch that leaves its context's queue free while the store reads.
///
/// Pass it to a context's `execute(_:)`. The completion block receives the result. Unsaved changes
/// count as they are at the time of `execute(_:)`.
open class NSAsynchronousFetchRequest<ResultType>: NSPersistentStoreRequest {
    /// The fetch request; its batch size has no effect.
    public final let fetchRequest: NSFetchRequest<ResultType>

    /// Called on the context's queue when the fetch is done, has failed or was cancelled.
    public final let completionBlock: ((NSAsynchronousFetchResult<ResultType>) -> Void)?

    /// How many results the caller expects, for the progress; 0 if that is unknown.
    open var estimatedResultCount = 0

    /// Makes a request that calls a block when it is done.
    public init(
        fetchRequest request: NSFetchRequest<ResultType>,
        completionBlock blk: ((NSAsynchronousFetchResult<ResultType>) -> Void)? = nil
    ) {
        fetchRequest = request
        completionBlock = blk
        super.init()
        affectedStores = request.affectedStores
    }

    /// A copy of this request and of its fetch request.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSAsynchronousFetchRequest(
            fetchRequest: fetchRequest.converted(to: ResultType.self),
            completionBlock: completionBlock)
        copy.estimatedResultCount = estimatedResultCount
        copy.affectedStores = affectedStores
        return copy
    }

    override func run(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
        let plan = try context.makePlan(fetchRequest)
        // Without an estimate the progress is indeterminate.
        let progress = Progress(
            totalUnitCount: estimatedResultCount > 0 ? Int64(estimatedResultCount) : -1)
        let result = NSAsynchronousFetchResult(self, context, progress: progress)
        AsynchronousFetch(plan, in: context, result.cancellation).start { outcome in
            switch outcome {
            // Foundation calls the handler of a cancelled progress some time later.
            case .success where progress.isCancelled:
                result.operationError = CoreDataError.cancelled()
            case .success(let values):
                // Traps if `ResultType` does not match the request's `resultType`.
                result.finalResult = values.map { $0 as! ResultType }
                progress.totalUnitCount = Int64(values.count)
                progress.completedUnitCount = Int64(values.count)
            case .failure(let error): result.operationError = error
            }
            self.completionBlock?(result)
        }
        return result
    }
}
