import CoreData
import Foundation
import Testing

/// A delegate that records its calls, and keeps a list of its own by them alone.
final class ResultsRecorder: NSObject, NSFetchedResultsControllerDelegate {
    struct Change {
        let object: NSManagedObject
        let from: IndexPath?
        let type: NSFetchedResultsChangeType
        let to: IndexPath?
    }

    private(set) var log: [String] = []
    private(set) var difference: CollectionDifference<NSManagedObjectID>?
    private(set) var controllers: [NSObject] = []
    private(set) var mirror: [[NSManagedObject]]
    private var sections: [(index: Int, type: NSFetchedResultsChangeType)] = []
    private var changes: [Change] = []

    private let isMirroring: Bool

    /// - Parameter sections: the results at the beginning; `nil` keeps no list.
    init(mirroring sections: [[NSManagedObject]]? = nil) {
        mirror = sections ?? []
        isMirroring = sections != nil
    }

    /// The calls since the last time.
    func take() -> [String] {
        defer { log = [] }
        return log
    }

    private func text(_ path: IndexPath?) -> String {
        path.map { "\($0.section).\($0.item)" } ?? "–"
    }

    func controllerWillChangeContent(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>
    ) {
        log.append("will")
        controllers.append(controller)
        sections = []
        changes = []
    }

    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
    ) {
        difference = diff
    }

    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChange sectionInfo: any NSFetchedResultsSectionInfo,
        atSectionIndex sectionIndex: Int, for type: NSFetchedResultsChangeType
    ) {
        log.append("\(type) section \(sectionIndex) \(sectionInfo.name)")
        sections.append((sectionIndex, type))
    }

    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChange anObject: Any, at indexPath: IndexPath?,
        for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
    ) {
        log.append("\(type) \(text(indexPath)) \(text(newIndexPath))")
        guard let object = anObject as? NSManagedObject else { return }
        changes.append(Change(object: object, from: indexPath, type: type, to: newIndexPath))
    }

    func controllerDidChangeContent(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>
    ) {
        log.append("did")
        if isMirroring { apply() }
    }

    /// Applies the changes as a list on the screen does: first deletions, by their old index, then
    /// insertions, by their new one.
    private func apply() {
        let leaving = changes.filter { $0.type == .delete || $0.type == .move }
        for change in leaving.sorted(by: { $0.from! > $1.from! }) {
            let left = mirror[change.from!.section].remove(at: change.from!.item)
            #expect(left === change.object, "another object was at \(change.from!)")
        }
        for (index, type) in sections.sorted(by: { $0.index > $1.index }) where type == .delete {
            #expect(mirror.remove(at: index).isEmpty, "section \(index) went with objects in it")
        }
        for (index, type) in sections.sorted(by: { $0.index < $1.index }) where type == .insert {
            mirror.insert([], at: index)
        }
        let coming = changes.filter { $0.type == .insert || $0.type == .move }
        for change in coming.sorted(by: { $0.to! < $1.to! }) {
            mirror[change.to!.section].insert(change.object, at: change.to!.item)
        }
        for change in changes where change.type == .update {
            #expect(mirror[change.to!.section][change.to!.item] === change.object)
        }
    }
}
