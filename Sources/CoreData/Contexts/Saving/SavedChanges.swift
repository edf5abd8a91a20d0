import Execution
import Foundation

/// The keys of a save's changes, which other contexts merge.
struct SavedChanges: Sendable {
    var inserted: [ObjectKey] = []
    var updated: [ObjectKey] = []
    var deleted: [ObjectKey] = []
    /// Only from merges of changes that were made elsewhere, never from a save; also the next.
    var refreshed: [ObjectKey] = []
    var invalidated: [ObjectKey] = []
    /// Whether a context's save made them: then they name each object that it changed.
    private(set) var isOfSave = true
    /// The same changes as IDs, if the saving context has made them.
    private(set) var ids: SavedIDs?
    /// What identifies the coordinator whose keys they are.
    private let origin: Anchor?
    /// The context into which the save went; `nil` if it went to stores, or is not known.
    private weak var parent: NSManagedObjectContext?
    /// How many IDs, and how many URIs, the changes were read from, where no save here made them.
    private var idsRead = 0
    private var urisRead = 0

    /// - Parameters:
    ///   - coordinator: that of the saving context.
    ///   - parent: the saving context's.
    init(
        _ changes: ChangeSet, of coordinator: NSPersistentStoreCoordinator?,
        into parent: NSManagedObjectContext?
    ) {
        origin = coordinator?.anchor
        self.parent = parent
        inserted = changes.inserted.map(\.key)
        updated = changes.updated.map(\.key)
        deleted = changes.deleted.map(\.key)
        // Contexts that merge the save will need the IDs, too: made here, they are made once.
        let areWanted =
            ContextNotification.didSaveIDs.mayBeObserved
            || ContextNotification.didMergeIDs.mayBeObserved
        ids = areWanted ? SavedIDs(changes) : nil
    }

    /// The key under which our own notifications hold the changes, in order.
    static let infoKey = "LabSavedChanges"

    /// The changes in a notification of a save or of a merge, or changes made elsewhere.
    ///
    /// - Parameters:
    ///   - info: objects, IDs or URIs, under the keys of the notifications with objects or IDs.
    ///   - coordinator: that of the merging context. What is in no store of it is left out.
    ///   - owner: the context that has saved them, as far as it is known.
    init(
        _ info: [AnyHashable: Any], in coordinator: NSPersistentStoreCoordinator?,
        of owner: NSManagedObjectContext? = nil
    ) {
        if let changes = info[Self.infoKey] as? SavedChanges,
            changes.origin === coordinator?.anchor, changes.isWhole(in: info)
        {
            self = changes
            return
        }
        origin = coordinator?.anchor
        parent = (info[Self.infoKey] as? SavedChanges)?.parent ?? owner?.parent
        read(info, coordinator)
    }

    /// Whether a descendant of a context has saved them: no store has them yet.
    func arePushed(into context: NSManagedObjectContext) -> Bool {
        var next = parent
        while let place = next {
            if place === context { return true }
            next = place.parent
        }
        return false
    }

    /// Whether a notification still has all of the changes: an app may have taken some out, for
    /// contexts that show only a part.
    private func isWhole(in info: [AnyHashable: Any]) -> Bool {
        func count(_ names: String...) -> Int {
            names.reduce(0) { sum, name in
                switch info[name] {
                case let objects as Set<NSManagedObject>: sum + objects.count
                case let ids as Set<NSManagedObjectID>: sum + ids.count
                case let set as NSSet: sum + set.count
                default: sum
                }
            }
        }
        return inserted.count == count(NSInsertedObjectsKey, NSInsertedObjectIDsKey)
            && updated.count == count(NSUpdatedObjectsKey, NSUpdatedObjectIDsKey)
            && deleted.count == count(NSDeletedObjectsKey, NSDeletedObjectIDsKey)
    }

    /// Charges the reading of IDs and URIs to the thread that has done it, which need not be that
    /// of the context that merges.
    func chargeReading(to execution: any Execution) {
        execution.charge(.idsMerged, idsRead)
        execution.charge(.urisMerged, urisRead)
    }

    /// The number of objects in all lists.
    var count: Int { inserted.count + updated.count + deleted.count + others.count }

    /// The objects that are neither inserted, updated nor deleted.
    var others: [ObjectKey] { refreshed + invalidated }

    private mutating func read(
        _ info: [AnyHashable: Any], _ coordinator: NSPersistentStoreCoordinator?
    ) {
        func keys(_ names: String...) -> [ObjectKey] {
            names.flatMap { name -> [ObjectKey] in
                switch info[name] {
                // Casting to a class of Foundation bridges a list, element by element, even where
                // the cast fails: 14 µs a URL. So lists of Swift come first.
                case let list as [NSManagedObjectID]: return list.compactMap { key(of: $0) }
                case let list as [URL]: return list.compactMap { key(of: $0) }
                case let set as Set<NSManagedObject>: return sorted(Array(set))
                case let set as Set<NSManagedObjectID>: return sorted(Array(set))
                case let set as NSSet: return sorted(set.allObjects)
                case let set as Set<AnyHashable>: return sorted(set.map(\.base))
                case let list as [Any]: return list.compactMap { key($0) }
                default: return []
                }
            }
        }
        // A plain set has no order; sort by key.
        func sorted(_ members: [Any]) -> [ObjectKey] {
            members.compactMap { key($0) }.sorted { $0.bits < $1.bits }
        }
        func key(_ member: Any) -> ObjectKey? {
            switch member {
            case let id as NSManagedObjectID: return key(of: id)
            case let object as NSManagedObject:
                return coordinator.map { object.key(in: $0) } ?? object.key
            case let url as URL: return key(of: url)
            default: return nil
            }
        }
        func key(of id: NSManagedObjectID) -> ObjectKey? {
            idsRead += 1
            return coordinator.map { id.key(in: $0) } ?? id.key
        }
        func key(of url: URL) -> ObjectKey? {
            urisRead += 1
            return coordinator?.managedObjectID(forURIRepresentation: url)?.key
        }
        isOfSave = false
        inserted = keys(NSInsertedObjectsKey, NSInsertedObjectIDsKey)
        updated = keys(NSUpdatedObjectsKey, NSUpdatedObjectIDsKey)
        deleted = keys(NSDeletedObjectsKey, NSDeletedObjectIDsKey)
        refreshed = keys(NSRefreshedObjectsKey, NSRefreshedObjectIDsKey)
        invalidated = keys(
            NSInvalidatedObjectsKey, NSInvalidatedObjectIDsKey, NSInvalidatedAllObjectsKey)
    }
}
