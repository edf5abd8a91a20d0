extension SQLiteStatement {
    /// Binds a slot's value, and the entity of a to-one's destination if that has a column.
    ///
    /// The statement keeps pointers into the row until it is reset; the row must not change before.
    @inline(__always)
    func bind(_ slot: Slot, of row: Row, at index: inout Int32) {
        bind(Slot.Place(slot), of: row, at: &index)
    }

    @inline(__always)
    func bind(_ slot: Slot.Place, of row: Row, at index: inout Int32) {
        defer { index += slot.hasEntityColumn ? 2 : 1 }
        let word = row.words[slot.offset]
        if row.isNull(slot.index) {
            bindNull(at: index)
            if slot.hasEntityColumn { bindNull(at: index + 1) }
            return
        }
        switch slot.kind {
        case .integer16, .integer32, .integer64, .boolean:
            bind(Int64(bitPattern: word), at: index)
        case .double, .float, .date:
            bind(Double(bitPattern: word), at: index)
        case .toOne:
            bind(ObjectKey(bits: word).number, at: index)
            if slot.hasEntityColumn {
                bind(Int64(ObjectKey(bits: word).entity), at: index + 1)
            }
        case .string, .decimal, .uri:
            bindText(row.bytes(at: slot.offset, slot: slot.index)!, at: index, isStatic: true)
        case .binary, .uuid, .transformable:
            guard let bytes = row.bytes(at: slot.offset, slot: slot.index) else {
                return bindNull(at: index)
            }
            bindBlob(bytes, at: index, isStatic: true)
        }
    }
}
