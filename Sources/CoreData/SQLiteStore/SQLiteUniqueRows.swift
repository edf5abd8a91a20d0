/// Finds rows by the values of uniqueness constraints, and frees values that move to other rows.
struct SQLiteUniqueRows: UniqueRows {
    private let store: SQLiteStore
    private let connection: SQLiteConnection

    init(_ store: SQLiteStore, _ connection: SQLiteConnection) {
        self.store = store
        self.connection = connection
    }

    /// - Throws: `SQLiteError`.
    func key(
        of values: UniquenessConstraint.Values, like row: Row, _ constraint: UniquenessConstraint,
        _ layout: RowLayout
    ) throws -> ObjectKey? {
        let table = SQLiteSchema.table(of: layout)
        let conditions = constraint.slots.map { "\($0.column) = ?" }
        let statement = try connection.statement(
            """
            SELECT Z_PK, Z_ENT FROM \(table) WHERE \(conditions.joined(separator: " AND "))
            """)
        defer { statement.reset() }
        var index: Int32 = 1
        for slot in constraint.slots { statement.bind(slot, of: row, at: &index) }
        guard try statement.step() else { return nil }
        return ObjectKey(
            store: store.number, entity: Int(statement.integer(1)), number: statement.integer(0))
    }

    /// - Throws: `SQLiteError`.
    func retainedRow(_ key: ObjectKey, _ layout: RowLayout) throws -> Row? {
        try store.readRow(key, layout: layout, on: connection)
    }

    /// Sets the constrained values that a save changes or deletes to NULL, before it writes others.
    ///
    /// Otherwise the order of the save's statements would matter: two objects may swap their
    /// values.
    ///
    /// - Throws: `SQLiteError`.
    func releaseValues(of changes: ChangeSet) throws {
        for object in changes.updated {
            for constraint in object.layout.constraints {
                guard let slot = constraint.slots.first(where: { $0.isDirty(in: object) }) else {
                    continue
                }
                try release(slot, of: object)
            }
        }
        for object in changes.deleted {
            for constraint in object.layout.constraints {
                try release(constraint.slots[0], of: object)
            }
        }
    }

    /// Sets one constrained value to NULL, which equals no other; the row's update writes it again.
    private func release(_ slot: Slot, of object: NSManagedObject) throws {
        let table = SQLiteSchema.table(of: object.layout)
        let statement = try connection.statement(
            "UPDATE \(table) SET \(slot.column) = NULL WHERE Z_PK = ?")
        statement.bind(object.key.number, at: 1)
        try statement.run()
    }
}
