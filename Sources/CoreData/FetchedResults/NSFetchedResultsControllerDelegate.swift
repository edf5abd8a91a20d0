import Foundation

/// Hears what changes in the results of a fetched results controller, on the context's queue.
///
/// Every method may be left out. Index paths of what was are those before the changes, index paths
/// of what is those after them. The controller that the methods get equals (`==`) the one whose
/// delegate this is; it is the same object where that is made for `any NSFetchRequestResult`.
public protocol NSFetchedResultsControllerDelegate: NSObjectProtocol {
    /// All changes at once, as a difference of object IDs; only without sections. Objects that have
    /// changed in their place are not in it.
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith diff: CollectionDifference<NSManagedObjectID>)

    /// One object has come, gone, moved or changed. A move tells both index paths, and so does an
    /// update.
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChange anObject: Any, at indexPath: IndexPath?,
        for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?)

    /// A section has come or gone.
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChange sectionInfo: any NSFetchedResultsSectionInfo,
        atSectionIndex sectionIndex: Int, for type: NSFetchedResultsChangeType)

    /// The changes follow. The controller's results are the new ones already.
    func controllerWillChangeContent(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>)

    /// That were all changes.
    func controllerDidChangeContent(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>)

    /// What an index shows for a section; by default its capital letter.
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        sectionIndexTitleForSectionName sectionName: String
    ) -> String?
}

extension NSFetchedResultsControllerDelegate {
    /// Does nothing.
    public func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
    ) {}

    /// Does nothing.
    public func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChange anObject: Any, at indexPath: IndexPath?,
        for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
    ) {}

    /// Does nothing.
    public func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChange sectionInfo: any NSFetchedResultsSectionInfo,
        atSectionIndex sectionIndex: Int, for type: NSFetchedResultsChangeType
    ) {}

    /// Does nothing.
    public func controllerWillChangeContent(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>
    ) {}

    /// Does nothing.
    public func controllerDidChangeContent(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>
    ) {}

    /// The controller's own title.
    public func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        sectionIndexTitleForSectionName sectionName: String
    ) -> String? {
        controller.sectionIndexTitle(forSectionName: sectionName)
    }
}
