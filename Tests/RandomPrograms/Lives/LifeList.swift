import CoreData
import Foundation

/// A controller's delegate that keeps a list by its calls alone.
package final class LifeList: NSObject, NSFetchedResultsControllerDelegate {
    package let controller: NSFetchedResultsController<NSManagedObject>
    package private(set) var objects: [NSManagedObject] = []
    /// The objects that were reported as updated or moved since the last time.
    private(set) var updated: [NSManagedObject] = []
    private var removals: [Int] = []
    private var insertions: [(Int, NSManagedObject)] = []

    package init(_ context: NSManagedObjectContext) {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
        request.sortDescriptors = [NSSortDescriptor(key: "n", ascending: true)]
        controller = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil,
            cacheName: nil)
        super.init()
        controller.delegate = self
    }

    package func refetch() throws {
        try controller.performFetch()
        objects = controller.fetchedObjects ?? []
        updated = []
    }

    /// The objects that were updated since the last time.
    func takeUpdated() -> [NSManagedObject] {
        defer { updated = [] }
        return updated
    }

    package func controllerWillChangeContent(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>
    ) {
        removals = []
        insertions = []
    }

    package func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChange anObject: Any, at indexPath: IndexPath?,
        for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
    ) {
        let object = anObject as! NSManagedObject
        switch type {
        case .insert: insertions.append((newIndexPath!.item, object))
        case .delete: removals.append(indexPath!.item)
        case .move:
            removals.append(indexPath!.item)
            insertions.append((newIndexPath!.item, object))
            updated.append(object)
        case .update: updated.append(object)
        @unknown default: break
        }
    }

    package func controllerDidChangeContent(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>
    ) {
        for index in removals.sorted(by: >) { objects.remove(at: index) }
        for (index, object) in insertions.sorted(by: { $0.0 < $1.0 }) {
            objects.insert(object, at: min(index, objects.count))
        }
    }
}
