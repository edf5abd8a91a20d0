/// Makes rows of a statement's rows, and enters them into the store's cache at the end.
///
/// A row that the cache has in the same version is taken from there: its values are the same, and
/// need not be read.
struct RowReader {
    private let store: SQLiteStore
    private let number: Int
    private let shape: FetchShape
    private let capacity: Int
    private var found = FetchedRows()
    /// The slabs that this reader filled. Rows found in the cache lie in slabs of others, beside
    /// rows that are not saved yet.
    private var filled: ContiguousArray<RowSlab> = []
    private var allocators: ContiguousArray<RowAllocator?>
    private let reading: RowCache.Reading

    /// Before the statement's first step, with which its view of the store begins.
    ///
    /// - Parameter capacity: rows a slab; fewer where no more are to come.
    init(_ store: SQLiteStore, _ shape: FetchShape, capacity: Int = RowSlab.rowCapacity) {
        self.capacity = capacity
        reading = RowCache.Reading(store.cache)
        self.store = store
        self.shape = shape
        number = store.number
        allocators = ContiguousArray(repeating: nil, count: store.model.count + 1)
    }

    /// The key of the statement's current row; `nil` for an entity that the model lacks.
    @inline(__always)
    func key(_ statement: SQLiteStatement) -> ObjectKey? {
        let entity = Int(statement.integer(1))
        guard entity > 0, entity < allocators.count else { return nil }
        return ObjectKey(store: number, entity: entity, number: statement.integer(0))
    }

    @inline(__always)
    mutating func read(_ statement: SQLiteStatement, _ key: ObjectKey) {
        let version = statement.integer(2)
        if shape.mayShareRows,
            let known = store.cache.retainedRow(key, root: shape.rootNumber, version: version)
        {
            found.append(known, in: known.slab)
            known.releaseSlab()
            return
        }
        let entity = key.entity
        if allocators[entity] == nil {
            allocators[entity] = RowAllocator(
                layout: store.model[entity], capacity: capacity)
        }
        let slab = allocators[entity]!.currentSlab()
        if slab.count == 0 { filled.append(slab) }
        let row = slab.appendRow(key: key)
        row.version = version
        shape.read(statement, into: row, of: slab, entity: entity, store: number)
        found.append(row, in: slab)
    }

    /// The rows, which others may find in the cache from now on.
    func finish() -> FetchedRows {
        for slab in filled { store.cache.enterFetched(slab, by: reading) }
        return found
    }
}
