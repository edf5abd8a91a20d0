/// The statement that updates an object's row: that of the object before, where both are of one
/// entity and changed in the same slots, as they are in most saves.
struct UpdateStatement {
    private let store: SQLiteStore
    private let connection: SQLiteConnection
    private var layout: RowLayout?
    private(set) var slots: ContiguousArray<Slot> = []
    private(set) var statement: SQLiteStatement?
    /// Of all slots, the transient ones too.
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
