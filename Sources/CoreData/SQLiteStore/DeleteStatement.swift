/// The statement that deletes an object's row, reused while the entity stays the same.
struct DeleteStatement {
    private let store: SQLiteStore
    private let connection: SQLiteConnection
    private var layout: RowLayout?
    private var statement: SQLiteStatement?

    init(_ store: SQLiteStore, _ connection: SQLiteConnection) {
        self.store = store
        self.connection = connection
    }

    /// - Throws: `SQLiteError`.
    mutating func prepared(for object: NSManagedObject) throws -> SQLiteStatement {
        if object.layout === layout, let statement { return statement }
        let layout = object.layout
        let found = try connection.statement(store.rowTexts[layout.number - 1].deletion)
        statement = found
        self.layout = layout
        return found
    }
}
