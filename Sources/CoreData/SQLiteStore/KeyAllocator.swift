/// Reserves keys in `Z_PRIMARYKEY`, inside the caller's transaction.
///
/// A counter in memory would not do: other processes and coordinators on the same file take keys
/// from the table, too. Keys belong to the root entity, whose table holds the rows.
struct KeyAllocator {
    private let store: SQLiteStore
    private let connection: SQLiteConnection

    init(store: SQLiteStore, _ connection: SQLiteConnection) {
        self.store = store
        self.connection = connection
    }

    /// Reserves a key for each layout, in order.
    ///
    /// - Throws: `SQLiteError`.
    func keys(for layouts: [RowLayout]) throws -> [ObjectKey] {
        guard !layouts.isEmpty else { return [] }
        // By number of the root, so that the statements come in one order for one save.
        var next = ContiguousArray<Int64>(repeating: 0, count: store.model.count + 1)
        for layout in layouts { next[layout.rootNumber] += 1 }
        for root in next.indices where next[root] > 0 {
            next[root] = try reserve(next[root], root: root)
        }
        let number = store.number
        return layouts.map { layout in
            let key = next[layout.rootNumber]
            next[layout.rootNumber] = key + 1
            return ObjectKey(store: number, entity: layout.number, number: key)
        }
    }

    /// Reserves a key for each of some objects, in order.
    ///
    /// - Throws: `SQLiteError`.
    func keys(for objects: [NSManagedObject]) throws -> [ObjectKey] {
        guard !objects.isEmpty else { return [] }
        var next = ContiguousArray<Int64>(repeating: 0, count: store.model.count + 1)
        objects.forEachUnretained { next[$0.rootNumber] += 1 }
        for root in next.indices where next[root] > 0 {
            next[root] = try reserve(next[root], root: root)
        }
        let number = store.number
        var keys: [ObjectKey] = []
        keys.reserveCapacity(objects.count)
        objects.forEachUnretained { object in
            let root = object.rootNumber
            let key = next[root]
            next[root] = key + 1
            let entity = object.withLayout { $0.number }
            keys.append(ObjectKey(store: number, entity: entity, number: key))
        }
        return keys
    }

    /// Raises the root's highest key, and returns the first of the new ones.
    ///
    /// Tries with the highest key that this connection wrote last: the condition compares it, so
    /// that the update changes no row if another connection took keys meanwhile or a transaction
    /// was rolled back. Only then is the table read.
    func reserve(_ count: Int64, root: Int) throws -> Int64 {
        if let highest = connection.highestKeys[root] {
            let update = try connection.statement(
                "UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ? AND Z_MAX = ?")
            update.bind(highest + count, at: 1)
            update.bind(Int64(root), at: 2)
            update.bind(highest, at: 3)
            try update.run()
            if connection.changes > 0 {
                connection.highestKeys[root] = highest + count
                return highest + 1
            }
        }
        let highest = try storedHighest(root)
        let update = try connection.statement("UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?")
        update.bind(highest + count, at: 1)
        update.bind(Int64(root), at: 2)
        try update.run()
        connection.highestKeys[root] = highest + count
        return highest + 1
    }

    private func storedHighest(_ root: Int) throws -> Int64 {
        let select = try connection.statement("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?")
        defer { select.reset() }
        select.bind(Int64(root), at: 1)
        guard try select.step() else {
            throw SQLiteError(
                // 11 is SQLITE_CORRUPT.
                code: 11, message: "Z_PRIMARYKEY has no row for entity \(root)",
                context: "reserving keys")
        }
        return select.integer(0)
    }
}
