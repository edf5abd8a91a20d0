/// Makes rows from a statement's results, and enters them into the store's cache at the end.
///
/// If the cache has a row in the same version, the reader takes it and reads no values.
struct RowReader {
    private let store: SQLiteStore
    private let number: Int
    private let shape: FetchShape
    private var found = FetchedRows()
    /// The slabs that this reader filled.
    ///
    /// Rows from the cache lie in other slabs, beside rows that are not saved yet.
    private var filled: ContiguousArray<RowSlab> = []
    private var allocators: ContiguousArray<RowAllocator?>
    /// The slab of the row before, and its entity.
    ///
    /// `filled` holds it: to count a reference for each row would take longer than to read a value.
    private var current: Unmanaged<RowSlab>?
    private var currentEntity = 0
    private let reading: RowCache.Reading
    /// Whether the cache had a row of the hierarchy when the reader began.
    ///
    /// Rows that other contexts enter later are read all the same.
    private let sharesRows: Bool
    /// Whether the rows are the newest, and not those of a pinned state.
    private let areNewest: Bool

    /// Call before the statement's first step, which fixes its view of the store.
    init(_ store: SQLiteStore, _ shape: FetchShape) {
        reading = RowCache.Reading(store.cache)
        self.store = store
        self.shape = shape
        number = store.number
        areNewest = store.boundSnapshot == nil
        sharesRows = shape.mayShareRows && store.cache.hasRows(root: shape.rootNumber)
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
        if sharesRows,
            let known = store.cache.retainedRow(key, root: shape.rootNumber, version: version)
        {
            found.append(known, in: known.slab)
            known.releaseSlab()
            return
        }
        let entity = key.entity
        let slab: Unmanaged<RowSlab>
        if entity == currentEntity, let current,
            !current._withUnsafeGuaranteedRef({ $0.isFull })
        {
            slab = current
        } else {
            slab = nextSlab(entity)
        }
        slab._withUnsafeGuaranteedRef { slab in
            let row = slab.appendRow(key: key)
            row.version = version
            shape.read(statement, into: row, of: slab, entity: entity, store: number)
            found.append(row, in: slab)
        }
    }

    @inline(never)
    private mutating func nextSlab(_ entity: Int) -> Unmanaged<RowSlab> {
        if allocators[entity] == nil {
            allocators[entity] = RowAllocator(layout: store.model[entity])
        }
        let slab = allocators[entity]!.currentSlab()
        if slab.count == 0 { filled.append(slab) }
        let unretained = Unmanaged.passUnretained(slab)
        current = unretained
        currentEntity = entity
        return unretained
    }

    /// The rows, entered into the cache for other contexts if they are the newest.
    func finish() -> FetchedRows {
        guard areNewest else { return found }
        for slab in filled { store.cache.enterFetched(slab, by: reading) }
        return found
    }
}
