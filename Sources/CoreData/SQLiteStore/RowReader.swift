/// Makes rows of a statement's rows, and enters them into the store's cache at the end.
struct RowReader {
    private let store: SQLiteStore
    private let shape: FetchShape
    private var found = FetchedRows()
    private var allocators: ContiguousArray<RowAllocator?>
    private let reading: RowCache.Reading

    /// Before the statement's first step, with which its view of the store begins.
    init(_ store: SQLiteStore, _ shape: FetchShape) {
        reading = RowCache.Reading(store.cache)
        self.store = store
        self.shape = shape
        allocators = ContiguousArray(repeating: nil, count: store.model.count + 1)
    }

    /// The key of the statement's current row; `nil` for an entity that the model lacks.
    @inline(__always)
    func key(_ statement: SQLiteStatement) -> ObjectKey? {
        let entity = Int(statement.integer(1))
        guard entity > 0, entity <= store.model.count else { return nil }
        return ObjectKey(store: store.number, entity: entity, number: statement.integer(0))
    }

    @inline(__always)
    mutating func read(_ statement: SQLiteStatement, _ key: ObjectKey) {
        let entity = key.entity
        if allocators[entity] == nil {
            allocators[entity] = RowAllocator(layout: store.model[entity])
        }
        let row = allocators[entity]!.makeRow(key: key)
        row.version = statement.integer(2)
        shape.read(statement, into: row, entity: entity, store: store.number)
        found.append(row, in: row.slab)
    }

    /// The rows, which others may find in the cache from now on.
    func finish() -> FetchedRows {
        var entered: ObjectIdentifier?
        for slab in found.slabs where entered != ObjectIdentifier(slab) {
            entered = ObjectIdentifier(slab)
            store.cache.enterFetched(slab, by: reading)
        }
        return found
    }
}
