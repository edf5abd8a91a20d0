/// Copies rows into slabs of its own, one after the other for each entity, and keeps these alive.
final class KeptRows {
    private var allocators: [Int: RowAllocator] = [:]
    private var slabs: [RowSlab] = []

    /// A copy that lives as long as this object or any other reference to its slab.
    func copy(_ row: Row, _ layout: RowLayout) -> Row {
        var allocator = allocators[layout.number] ?? RowAllocator(layout: layout)
        let copy = allocator.copy(row)
        allocators[layout.number] = allocator
        keep(copy)
        return copy
    }

    /// A row of nulls, with the same life.
    func make(_ key: ObjectKey, _ layout: RowLayout) -> Row {
        var allocator = allocators[layout.number] ?? RowAllocator(layout: layout)
        let row = allocator.makeRow(key: key)
        allocators[layout.number] = allocator
        keep(row)
        return row
    }

    private func keep(_ row: Row) {
        let slab = row.slab
        if slabs.last !== slab { slabs.append(slab) }
    }
}
