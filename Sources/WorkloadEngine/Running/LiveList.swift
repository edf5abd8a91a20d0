import CoreData
import Foundation
import Synchronization

/// A list of all imported objects on the screen that follows its context, as a table view's does.
///
/// It is made, and its delegate called, on the context's queue.
final class LiveList: NSObject, NSFetchedResultsControllerDelegate, @unchecked Sendable {
    /// The changes that the delegate received.
    struct Changes: Sendable {
        /// How often the content changed.
        var updates = 0
        /// Rows that came, went, moved or changed, over all updates.
        var rows = 0
    }

    // Only used on the context's queue; `changes` is asked for from the run's end.
    private let controller: NSFetchedResultsController<NSManagedObject>
    private let state = Mutex(Changes())

    var changes: Changes { state.withLock { $0 } }

    /// - Parameter request: sorted.
    /// - Throws: the fetch's error.
    init(
        _ request: NSFetchRequest<NSManagedObject>, in context: NSManagedObjectContext
    ) throws {
        controller = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil,
            cacheName: nil)
        super.init()
        controller.delegate = self
        try controller.performFetch()
    }

    func controller(
        _: NSFetchedResultsController<any NSFetchRequestResult>, didChange _: Any,
        at _: IndexPath?, for _: NSFetchedResultsChangeType, newIndexPath _: IndexPath?
    ) {
        state.withLock { $0.rows += 1 }
    }

    func controllerDidChangeContent(
        _: NSFetchedResultsController<any NSFetchRequestResult>
    ) {
        state.withLock { $0.updates += 1 }
    }
}
