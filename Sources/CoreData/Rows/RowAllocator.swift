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
        currentSlab().appendRow(key: key)
    }

    mutating func copy(_ row: Row) -> Row {
        currentSlab().appendCopy(of: row)
    }

    mutating func currentSlab() -> RowSlab {
        if let slab, !slab.isFull { return slab }
        let next = RowSlab(layout: layout, capacity: capacity)
        slab = next
        return next
    }
}
