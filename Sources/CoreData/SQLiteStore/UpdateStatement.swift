/// The statement that updates an object's row.
///
/// Reused for the next object if it has the same entity and the same changed slots, as most objects
/// of a save do.
struct UpdateStatement {
    private let store: SQLiteStore
    private let connection: SQLiteConnection
    private var layout: RowLayout?
    private(set) var slots: ContiguousArray<Slot> = []
    private(set) var statement: SQLiteStatement?
    /// The count of changed slots, including transient ones.
    private var dirtyCount = 0

    init(_ store: SQLiteStore, _ connection: SQLiteConnection) {
        self.store = store
        self.connection = connection
    }

    /// - Throws: `SQLiteError`.
    mutating func prepare(for object: NSManagedObject) throws {
        let details = object.details!
        if object.layout === layout, details.dirtyCount == dirtyCount,
            slots.allSatisfy({ details.isDirty($0.index) })
        {
            return
        }
        let layout = object.layout
        slots = ContiguousArray(layout.storedSlots.filter { details.isDirty($0.index) })
        dirtyCount = details.dirtyCount
        statement = try connection.statement(store.updateText(layout, slots))
        self.layout = layout
    }
}
