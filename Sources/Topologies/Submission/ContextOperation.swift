import CoreData
import Foundation
import Synchronization

/// An operation that works in a private-queue context, to be subclassed.
///
/// A subclass overrides `work()`, which is called on the private context's queue. It calls `save()`
/// or goes through `saveEach(_:_:)`, which saves whole batches and stops between them when the
/// operation is cancelled. Like every `Operation` it may stand in an operation queue or be started
/// by hand.
///
///     final class CityImport: ContextOperation, @unchecked Sendable {
///         override func work() throws {
///             try saveEach(batches) { batch in insert(batch, into: privateContext) }
///         }
///     }
open class ContextOperation: Foundation.Operation, @unchecked Sendable {
    /// The context of the work.
    package let privateContext: NSManagedObjectContext
    /// The app's context on the main queue, for visible objects.
    package let mainContext: NSManagedObjectContext
    /// Batches done, of all.
    package let progress: Progress

    private struct State {
        var saveBlock: (@Sendable () -> Void)?
        var error: (any Error)?
    }

    private let state = Mutex(State())

    /// Finds the app's main context for operations without one, as apps set it once when they
    /// start.
    package static var mainContextProvider: (@Sendable () -> NSManagedObjectContext)? {
        get { provider.withLock { $0 } }
        set { provider.withLock { $0 = newValue } }
    }

    private static let provider = Mutex<(@Sendable () -> NSManagedObjectContext)?>(nil)

    /// Makes an operation.
    ///
    /// - Parameters:
    ///   - privateContext: on a private queue. Without one the operation makes one, on the
    ///     coordinator of the main context.
    ///   - mainContext: on the main queue. Without one it is the one of `mainContextProvider`.
    package init(
        privateContext: NSManagedObjectContext? = nil, mainContext: NSManagedObjectContext? = nil
    ) {
        guard let main = mainContext ?? Self.mainContextProvider?() else {
            fatalError(
                """
                A context operation needs the app's main context. Give it one, or set \
                ContextOperation.mainContextProvider when the app starts.
                """)
        }
        precondition(
            main.concurrencyType == .mainQueueConcurrencyType,
            "the main context of a context operation lives on the main queue; give it that one")
        self.mainContext = main
        self.privateContext = privateContext ?? Self.makePrivateContext(beside: main)
        progress = Progress(totalUnitCount: 1)
        super.init()
    }

    /// Called after each save of the private context, on its queue.
    package var saveBlock: (@Sendable () -> Void)? {
        get { state.withLock { $0.saveBlock } }
        set { state.withLock { $0.saveBlock = newValue } }
    }

    /// The error that ended the work early, if it threw one.
    package var error: (any Error)? { state.withLock { $0.error } }

    /// The work, on the private context's queue.
    ///
    /// Its error is stored in `error`, and its unsaved changes are rolled back.
    open func work() throws {
        fatalError(
            """
            \(type(of: self)) does not override work(). ContextOperation has no work of its own: \
            subclass it and override work().
            """)
    }

    open override func main() {
        guard !isCancelled else { return }
        privateContext.performAndWait {
            do {
                try work()
            } catch {
                state.withLock { $0.error = error }
                privateContext.rollback()
            }
            if isCancelled { privateContext.rollback() }
        }
    }

    /// Saves the private context, and calls the save block.
    ///
    /// - Precondition: on the private context's queue.
    package func save() throws {
        try privateContext.save()
        saveBlock?()
    }

    /// Does batches one after the other and saves each.
    ///
    /// Cancelled, it leaves the saved batches and nothing of the others.
    ///
    /// - Precondition: on the private context's queue.
    package func saveEach<Batch>(_ batches: [Batch], _ body: (Batch) throws -> Void) throws {
        progress.totalUnitCount = Int64(batches.count)
        for batch in batches {
            if isCancelled { return }
            try body(batch)
            // Cancelled while the batch was made: half of it may be missing.
            if isCancelled { return privateContext.rollback() }
            try save()
            progress.completedUnitCount += 1
        }
    }

    private static func makePrivateContext(
        beside main: NSManagedObjectContext
    ) -> NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = main.persistentStoreCoordinator
        return context
    }
}
