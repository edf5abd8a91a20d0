import Foundation

/// An object that two contexts changed: its values here, in the cache, and in the store.
public final class NSMergeConflict: NSObject {
    /// The object of the context that saves.
    public let sourceObject: NSManagedObject
    /// The values that the object was changed from.
    public let objectSnapshot: [String: Any]?
    /// The coordinator's values; `nil` if the object was deleted.
    public let cachedSnapshot: [String: Any]?
    /// The store's values if the cache and the store differ; else `nil`.
    public let persistedSnapshot: [String: Any]?
    /// The version of the newest row; 0 if the object was deleted.
    public let newVersionNumber: Int
    /// The version of the row that the object was changed from.
    public let oldVersionNumber: Int
    /// The newest row, its slab retained; `nil` if the object was deleted.
    let newest: Row?

    /// Makes a conflict between an object and values that another writer has saved.
    public init(
        source srcObject: NSManagedObject, newVersion newvers: Int, oldVersion oldvers: Int,
        cachedSnapshot cachesnap: [String: Any]?, persistedSnapshot persnap: [String: Any]?
    ) {
        sourceObject = srcObject
        newVersionNumber = newvers
        oldVersionNumber = oldvers
        objectSnapshot = srcObject.committedValues(forKeys: nil)
        cachedSnapshot = cachesnap
        persistedSnapshot = persnap
        newest = nil
    }

    /// - Parameters:
    ///   - base: the row that the object was changed from.
    ///   - cached: the cache's row if it is newer; `base` if the store's row is newer still.
    ///   - persisted: the store's row, if the cache did not have it.
    init(object: NSManagedObject, base: Row, cached: Row?, persisted: Row?) {
        sourceObject = object
        objectSnapshot = object.snapshot(base)
        cachedSnapshot = cached.map(object.snapshot)
        persistedSnapshot = persisted.map(object.snapshot)
        let isInStore = cached != nil && cached!.words == base.words
        newest = isInStore ? persisted : cached
        newest?.retainSlab()
        newVersionNumber = Int(newest?.version ?? 0)
        oldVersionNumber = Int(base.version)
    }

    deinit {
        newest?.releaseSlab()
    }
}

extension NSManagedObject {
    /// Attributes and to-one IDs of a row; to-manys are never part of a snapshot.
    func snapshot(_ row: Row) -> [String: Any] {
        var values: [String: Any] = [:]
        for slot in layout.slots where slot.isStored {
            values[slot.propertyName] = snapshotValue(of: slot, in: row) ?? NSNull()
        }
        return values
    }
}

extension CocoaError {
    /// Conflicts with another writer's changes that the merge policy did not settle.
    ///
    /// `userInfo` has constraint conflicts under the same key.
    public var persistentStoreSaveConflicts: [NSMergeConflict]? {
        userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
    }
}
