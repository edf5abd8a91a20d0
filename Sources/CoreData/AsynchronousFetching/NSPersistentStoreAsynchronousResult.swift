import Foundation

/// The result of a request that goes on after `execute(_:)` has returned.
///
/// Read it in the completion block, or later on the context's queue.
open class NSPersistentStoreAsynchronousResult: NSPersistentStoreResult {
    /// The context that executes the request.
    public final let managedObjectContext: NSManagedObjectContext

    /// Why there is no result; `nil` while the request goes on, and when it has succeeded.
    public final internal(set) var operationError: (any Error)?

    /// How far the request is; cancelling it cancels the request.
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

    /// Stops the request; its completion block is called all the same, with
    /// `CocoaError.userCancelled` as the error. Does nothing once the request is done.
    public final func cancel() {
        progress?.cancel()
        cancellation.cancel()
    }
}
