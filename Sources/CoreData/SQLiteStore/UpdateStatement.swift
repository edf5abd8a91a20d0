/// The statement that updates an object's row.
///
/// Reused for the next object if it has the same entity and the same changed slots, as most objects
/// of a save do.
struct UpdateStatement {
    private let store: SQLiteStore
    private let connection: SQLiteConnection
    private var layout: RowLayout?
    private(set) var places: ContiguousArray<Slot.Place> = []
    private(set) var statement: SQLiteStatement?
    /// Whether a derived value was set, which is not written.
    private(set) var leavesDerived = false
    /// The changed slots, transient ones included, if their bits fit into one word.
    private var dirtyWord: UInt64?

    init(_ store: SQLiteStore, _ connection: SQLiteConnection) {
        self.store = store
        self.connection = connection
    }

    /// - Throws: `SQLiteError`.
    mutating func prepare(for object: NSManagedObject) throws {
        let details = object.details!
        if object.layout === layout, let dirtyWord, details.dirtyWord == dirtyWord { return }
        let layout = object.layout
        let dirty = layout.storedSlots.filter { details.isDirty($0.index) }
        let slots = ContiguousArray(dirty.filter { !$0.isDerived })
        leavesDerived = slots.count < dirty.count
        places = ContiguousArray(slots.map(Slot.Place.init))
        dirtyWord = details.dirtyWord
        statement = try connection.statement(store.updateText(layout, slots))
        self.layout = layout
    }
}
