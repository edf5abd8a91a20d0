/// Where a property lies, and in which layouts: 32 bits of serial, 16 of offset, 16 of index.
struct PropertyPlace {
    let word: UInt64

    @inline(__always)
    init(word: UInt64) { self.word = word }

    init(serial: UInt32, offset: Int, index: Int) {
        word = UInt64(serial) << 32 | UInt64(offset) << 16 | UInt64(index)
    }

    /// The number of a layout, or of a hierarchy of layouts; they count from 1 together.
    @inline(__always) var serial: UInt32 { UInt32(truncatingIfNeeded: word >> 32) }
    /// The word in the row.
    @inline(__always) var offset: Int { Int(word >> 16 & 0xFFFF) }
    /// Among the slots, or among the to-manys.
    @inline(__always) var index: Int { Int(word & 0xFFFF) }
}
