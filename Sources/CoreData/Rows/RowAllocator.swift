/// Hands out rows of one entity, from one slab after the other.
///
/// Not thread-safe: a context has one for each entity that it writes, and each fetch has its own.
struct RowAllocator {
    private let layout: RowLayout
    private let capacity: Int
    private var slab: RowSlab?

    /// - Parameter capacity: rows a slab; fewer if the caller knows that fewer will come.
    init(layout: RowLayout, capacity: Int = RowSlab.rowCapacity) {
        self.layout = layout
        self.capacity = capacity
    }

    /// A row of nulls.
    ///
    /// The caller takes a reference to its slab before it asks for the next row.
    mutating func makeRow(key: ObjectKey) -> Row {
        withSlab { $0.appendRow(key: key) }
    }

    mutating func copy(_ row: Row) -> Row {
        withSlab { $0.appendCopy(of: row) }
    }

    mutating func currentSlab() -> RowSlab { withSlab { $0 } }

    /// Calls a closure with the slab of the next row, and counts no reference to it.
    @inline(__always)
    private mutating func withSlab<Result>(_ body: (RowSlab) -> Result) -> Result {
        if slab?.isFull ?? true { slab = RowSlab(layout: layout, capacity: capacity) }
        return Unmanaged.passUnretained(slab!)._withUnsafeGuaranteedRef(body)
    }
}
