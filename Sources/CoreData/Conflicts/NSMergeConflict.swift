import Foundation

/// One object that two contexts changed: what this one read, what the cache or the store has now.
public final class NSMergeConflict: NSObject {
    /// The object of the context that saves.
    public let sourceObject: NSManagedObject
    /// The values that the object was changed from.
    public let objectSnapshot: [String: Any]?
    /// The coordinator's values; `nil` when the object was deleted.
    public let cachedSnapshot: [String: Any]?
    /// The store's values, where the cache and the store differ; else `nil`.
    public let persistedSnapshot: [String: Any]?
    /// 0 when the object was deleted.
    public let newVersionNumber: Int
    /// The version of the row that the object was changed from.
    public let oldVersionNumber: Int
    /// The newest row, its slab retained; `nil` when the object was deleted.
    let newest: Row?

    /// Makes a conflict between an object and the values that others have written.
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
    ///   - cached: the cache's row, when that is newer; or `base` when the store's is newer still.
    ///   - persisted: the store's row, when the cache did not know it.
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
            values[slot.name] = snapshotValue(of: slot, in: row) ?? NSNull()
        }
        return values
    }
}

extension CocoaError {
    /// The changes of others that the merge policy did not settle; constraint conflicts are in
    /// `userInfo` under the same key.
    public var persistentStoreSaveConflicts: [NSMergeConflict]? {
        userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
    }
}
