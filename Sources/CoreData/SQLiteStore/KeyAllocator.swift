/// Takes keys from `Z_PRIMARYKEY`, inside the caller's transaction.
///
/// The table and not a counter in memory: another process, or another coordinator on the same file,
/// takes keys from it too. Keys belong to the root entity, whose table holds the rows.
struct KeyAllocator {
    private let store: SQLiteStore
    private let connection: SQLiteConnection

    init(store: SQLiteStore, _ connection: SQLiteConnection) {
        self.store = store
        self.connection = connection
    }

    /// A key for each layout, in order.
    ///
    /// - Throws: `SQLiteError`.
    func keys(for layouts: [RowLayout]) throws -> [ObjectKey] {
        var wanted: [Int: Int64] = [:]
        for layout in layouts { wanted[layout.rootNumber, default: 0] += 1 }
        var next: [Int: Int64] = [:]
        // By number, so that the statements come in one order for one save.
        for root in wanted.keys.sorted() {
            next[root] = try reserve(wanted[root]!, root: root)
        }
        return layouts.map { layout in
            let number = next[layout.rootNumber]!
            next[layout.rootNumber] = number + 1
            return ObjectKey(store: store.number, entity: layout.number, number: number)
        }
    }

    /// Raises the root's highest key; returns the first of the new ones.
    private func reserve(_ count: Int64, root: Int) throws -> Int64 {
        let select = try connection.statement("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?")
        select.bind(Int64(root), at: 1)
        guard try select.step() else {
            select.reset()
            throw SQLiteError(
                code: 11, message: "Z_PRIMARYKEY has no row for entity \(root)",
                context: "reserving keys")
        }
        let highest = select.integer(0)
        select.reset()
        let update = try connection.statement("UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?")
        update.bind(highest + count, at: 1)
        update.bind(Int64(root), at: 2)
        try update.run()
        return highest + 1
    }
}
