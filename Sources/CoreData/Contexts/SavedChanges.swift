import Foundation

/// What a save changed, by key: what other contexts merge.
struct SavedChanges: Sendable {
    var inserted: [ObjectKey] = []
    var updated: [ObjectKey] = []
    var deleted: [ObjectKey] = []
    /// The same changes as IDs, once somebody has made them.
    private(set) var ids: SavedIDs?

    init(_ changes: ChangeSet) {
        inserted = changes.inserted.map(\.key)
        updated = changes.updated.map(\.key)
        deleted = changes.deleted.map(\.key)
        ids = SavedIDs(changes)
    }

    /// Where our own notifications hold the changes, by key and in their order.
    static let infoKey = "LabSavedChanges"

    /// The changes that a did-save notification tells, in its object or its ID form.
    init(_ info: [AnyHashable: Any]) {
        if let changes = info[Self.infoKey] as? SavedChanges {
            self = changes
            return
        }
        inserted = Self.keys(info, [NSInsertedObjectsKey, NSInsertedObjectIDsKey])
        updated = Self.keys(
            info,
            [
                NSUpdatedObjectsKey, NSUpdatedObjectIDsKey, NSRefreshedObjectsKey,
                NSRefreshedObjectIDsKey,
            ])
        deleted = Self.keys(info, [NSDeletedObjectsKey, NSDeletedObjectIDsKey])
    }

    private static func keys(_ info: [AnyHashable: Any], _ names: [String]) -> [ObjectKey] {
        names.flatMap { name -> [ObjectKey] in
            switch info[name] {
            case let set as Set<NSManagedObject>: sorted(Array(set))
            case let set as Set<NSManagedObjectID>: sorted(Array(set))
            case let set as NSSet: sorted(set.allObjects)
            case let set as Set<AnyHashable>: sorted(set.map(\.base))
            case let list as [Any]: list.compactMap(key)
            default: []
            }
        }
    }

    /// A plain set has no order; keys give it one.
    private static func sorted(_ members: [Any]) -> [ObjectKey] {
        members.compactMap(key).sorted { $0.bits < $1.bits }
    }

    private static func key(_ member: Any) -> ObjectKey? {
        switch member {
        case let id as NSManagedObjectID: id.key
        case let object as NSManagedObject: object.key
        default: nil
        }
    }
}
