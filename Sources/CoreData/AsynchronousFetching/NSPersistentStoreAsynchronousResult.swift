import Foundation

/// The result of a request that continues after `execute(_:)` has returned.
///
/// Read it in the completion block, or later on the context's queue.
open class NSPersistentStoreAsynchronousResult: NSPersistentStoreResult {
    /// The context that executes the request.
    public final let managedObjectContext: NSManagedObjectContext

    /// The error of the request; `nil` while it runs, and after a success.
    public final internal(set) var operationError: (any Error)?

    /// The progress of the request; cancelling it cancels the request.
    public final let progress: Progress?

    let cancellation = FetchCancellation()

    init(_ context: NSManagedObjectContext, progress: Progress) {
        managedObjectContext = context
        self.progress = progress
        super.init()
        let cancellation = cancellation
        progress.isCancellable = true
        progress.cancellationHandler = { cancellation.cancel() }
    }

    /// Stops the request; does nothing once the request is done.
    ///
    /// Its completion block is still called, with the error `CocoaError.userCancelled`.
    public final func cancel() {
        progress?.cancel()
        cancellation.cancel()
    }
}
