import Foundation

extension NSManagedObjectContext {
    /// Gives a row to its object, if that is a fault without a row.
    final func adopt(_ row: Row) {
        let root = layout(of: row.key).rootNumber
        guard let object = registry.object(row.key, root: root), object.row == nil,
            object.state.contains(.fault)
        else { return }
        row.retainSlab()
        object.adopt(row)
    }

    /// Reads the missing rows of objects of one hierarchy in one query.
    ///
    /// No store has an object with a temporary key, but a parent may.
    ///
    /// - Returns: the rows read; `nil` if none were missing.
    @discardableResult
    final func fill(_ objects: [NSManagedObject]) throws -> FetchedRows? {
        let isNested = parent != nil
        let empty = objects.filter {
            $0.row == nil && (isNested || !$0.key.isTemporary) && !$0.isDead
        }
        guard let first = empty.first else { return nil }
        let source = requiredSource()
        let root = source.model[first.layout.rootNumber]
        let found = try source.rows(empty.map(\.key), root: root)
        found.readAll(adopt)
        return found
    }

    /// The objects of some keys as faults, which read their rows in batches when they fire.
    final func faults(_ keys: [ObjectKey], batchSize: Int) -> [NSManagedObject] {
        let objects = keys.map(object(at:))
        if batchSize > 0, let first = objects.first {
            readAhead.add(
                ReadAhead.Batch(keys, size: batchSize, root: first.layout.rootNumber), registry)
        }
        return objects
    }

    /// Reads the rows of all living faults in the batch of one fault.
    ///
    /// - Returns: whether the object has a row now.
    final func loadBatch(of object: NSManagedObject) throws -> Bool {
        guard let batch = readAhead.batch(of: object.key) else { return false }
        let root = object.layout.rootNumber
        let waiting = batch.filter { key in
            guard let object = registry.object(key, root: root) else { return false }
            return object.state.contains(.fault) && object.row == nil
        }
        guard waiting.count > 1 else { return false }
        let source = requiredSource()
        try source.rows(Array(waiting), root: source.model[root]).readAll(adopt)
        return object.row != nil
    }
}
