/// Some rows of one entity and the text that they point to, allocated and freed together.
///
/// An object holds one reference to its row's slab; no other reference is counted per row. Compared
/// with 128 rows a slab, 32 cost 5–10 % of a fetch, but pin far less memory if one object outlives
/// the rest.
///
/// Filled by one thread. A row that was published (fetched or saved) is immutable, so others may
/// read it while its neighbours are still being filled.
final class RowSlab: @unchecked Sendable {
    static let rowCapacity = 32

    // The properties below are unchecked for exclusive access: one thread fills the slab.
    let layout: RowLayout
    /// The first row's first word; the word ahead of it is the slab's address.
    private let words: UnsafeMutablePointer<UInt64>
    private let capacity: Int
    @exclusivity(unchecked) private(set) var count = 0
    @exclusivity(unchecked) private var arena = Arena()
    /// The cache that some rows were entered into; the slab takes them out when it goes.
    @exclusivity(unchecked) private var cache: RowCache?
    /// The values in files that rows of the slab name.
    @exclusivity(unchecked) private var externals: ContiguousArray<ExternalValue> = []

    init(layout: RowLayout, capacity: Int = RowSlab.rowCapacity) {
        self.layout = layout
        self.capacity = capacity
        let memory = UnsafeMutablePointer<UInt64>.allocate(capacity: layout.stride * capacity + 1)
        words = memory + 1
        // Unretained: the slab owns the rows' memory.
        memory[0] = UInt64(UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()))
    }

    deinit {
        cache?.remove(rowsOf: self)
        arena.free()
        (words - 1).deallocate()
    }

    var isFull: Bool { count == capacity }

    func row(_ index: Int) -> Row { Row(words + index * layout.stride) }

    /// A further row, all values null.
    ///
    /// - Precondition: the slab is not full.
    func appendRow(key: ObjectKey) -> Row {
        assert(count < capacity, "the slab is full; ask RowAllocator for the next one")
        let place = count * layout.stride
        let row = Row(words + place)
        count += 1
        row.begin(at: place)
        row.key = key
        // A bit that is set means nil.
        for index in 0..<layout.nullWords { row.words[Row.headerWords + index] = ~0 }
        for offset in layout.firstOffset..<layout.stride { row.words[offset] = 0 }
        return row
    }

    /// A further row with the values of another one, its text copied into this slab's arena.
    func appendCopy(of original: Row) -> Row {
        let row = appendRow(key: original.key)
        row.version = original.version
        for index in Row.headerWords..<layout.stride { row.words[index] = original.words[index] }
        for slot in layout.recordSlots {
            guard let word = original.copyRecord(at: slot.offset, slot: slot.index, to: self)
            else { continue }
            row.words[slot.offset] = word
        }
        return row
    }

    /// Copies bytes into the arena; returns the word that points to them.
    func record(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        // A record is its length in eight bytes, then its contents.
        let start = arena.allocate(8 + bytes.count)
        start.storeBytes(of: UInt64(bytes.count), as: UInt64.self)
        if let source = bytes.baseAddress {
            (start + 8).copyMemory(from: source, byteCount: bytes.count)
        }
        return UInt64(UInt(bitPattern: start))
    }

    /// In place of a record's length: a reference to an `ExternalValue` follows, which the slab
    /// keeps.
    static let externalMark = UInt64.max

    /// Names a value that lies in a file; returns the word that points to the record.
    func record(_ external: ExternalValue) -> UInt64 {
        externals.append(external)
        let start = arena.allocate(16)
        start.storeBytes(of: Self.externalMark, as: UInt64.self)
        let pointer = Unmanaged.passUnretained(external).toOpaque()
        start.storeBytes(of: UInt64(UInt(bitPattern: pointer)), toByteOffset: 8, as: UInt64.self)
        return UInt64(UInt(bitPattern: start))
    }

    /// The value that a record names.
    static func external(_ record: UnsafeRawPointer) -> ExternalValue {
        let word = record.load(fromByteOffset: 8, as: UInt64.self)
        let pointer = UnsafeRawPointer(bitPattern: UInt(word))!
        return Unmanaged<ExternalValue>.fromOpaque(pointer).takeUnretainedValue()
    }

    /// Whether rows of the slab were entered into another cache.
    ///
    /// A context of several stores puts the rows of all of them into one slab until they are saved.
    func belongs(toOtherThan cache: RowCache) -> Bool {
        self.cache != nil && self.cache !== cache
    }

    /// Remembers the cache that holds rows of this slab.
    func wasEntered(into cache: RowCache) {
        assert(self.cache == nil || self.cache === cache, "a slab's rows belong to one cache")
        self.cache = cache
    }
}

/// Memory in chunks, each twice as large as the one before, that is only freed as a whole.
private struct Arena {
    private var chunks: [UnsafeMutableRawPointer] = []
    private var next: UnsafeMutableRawPointer?
    private var left = 0
    private var nextSize = 512

    mutating func allocate(_ size: Int) -> UnsafeMutableRawPointer {
        // Multiples of eight keep the length of every record aligned.
        let rounded = (size + 7) & ~7
        if rounded > left {
            let chunkSize = max(nextSize, rounded)
            // 64 KiB: beyond that doubling only wastes; a large value gets a chunk of its own.
            nextSize = min(nextSize * 2, 64 << 10)
            let chunk = UnsafeMutableRawPointer.allocate(byteCount: chunkSize, alignment: 8)
            chunks.append(chunk)
            next = chunk
            left = chunkSize
        }
        let start = next!
        next = start + rounded
        left -= rounded
        return start
    }

    func free() {
        for chunk in chunks { chunk.deallocate() }
    }
}
