/// One row in words of eight bytes: both the coordinator's snapshot and an object's storage.
///
///     0 version   Z_OPT, 0 while it was never saved (40 bits, signed), and the row's distance in
///                 words from the first one of its slab (24 bits), ahead of which the slab stands
///     1 key       ObjectKey of the row's object
///     2 … nulls   one bit a slot, set where the value is nil
///     … values    one word a slot: an integer, the bits of a double, the key of a to-one's
///                 destination, or a pointer to a record in the slab's arena (text, bytes)
///
/// Only its context writes a row, and only until it is saved. From then on the row cache and
/// every context share it, and it never changes again: the next change copies it first.
///
/// Forty bits count more updates of one row, 549,755,813,887, than a device makes in its life.
///
/// This is a bare pointer: keep a row only together with a reference to its slab.
struct Row: @unchecked Sendable {
    static let headerWords = 2
    /// The bits of a row's distance from the start of its slab.
    static let placeBits: UInt64 = 24
    private static let placeMask: UInt64 = (1 << placeBits) - 1

    let words: UnsafeMutablePointer<UInt64>

    @inline(__always)
    init(_ words: UnsafeMutablePointer<UInt64>) {
        self.words = words
    }

    var slab: RowSlab { Unmanaged<RowSlab>.fromOpaque(slabPointer).takeUnretainedValue() }

    /// Copies bytes into the slab's arena; returns the word that points to them.
    func record(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        Unmanaged<RowSlab>.fromOpaque(slabPointer)._withUnsafeGuaranteedRef { $0.record(bytes) }
    }

    var slabPointer: UnsafeRawPointer {
        // Unretained: the slab owns the row's memory, so it outlives every valid row.
        let place = Int(words[0] & Self.placeMask)
        return UnsafeRawPointer(bitPattern: UInt(words[-place - 1]))!
    }

    /// Begins a row of no version at a distance from the start of its slab.
    func begin(at place: Int) {
        assert(place >= 0 && place <= Self.placeMask, "the slab is too long")
        words[0] = UInt64(place)
    }

    var key: ObjectKey {
        get { ObjectKey(bits: words[1]) }
        nonmutating set { words[1] = newValue.bits }
    }

    var version: Int64 {
        get { Int64(bitPattern: words[0]) >> Self.placeBits }
        nonmutating set { words[0] = versionWord(newValue) }
    }

    /// The word that gives the row another version.
    func versionWord(_ version: Int64) -> UInt64 {
        words[0] & Self.placeMask | UInt64(bitPattern: version) << Self.placeBits
    }

    @inline(__always)
    func isNull(_ slot: Int) -> Bool {
        words[Self.headerWords + (slot >> 6)] >> UInt64(slot & 63) & 1 != 0
    }

    @inline(__always)
    func setNull(_ slot: Int, _ isNull: Bool) {
        let word = words + (Self.headerWords + (slot >> 6))
        let bit: UInt64 = 1 << UInt64(slot & 63)
        word.pointee = isNull ? word.pointee | bit : word.pointee & ~bit
    }

    /// The bytes of a text or binary value; `nil` when it is null.
    ///
    /// A value that lies in a file is read now; `nil` also where the file is missing.
    func bytes(at offset: Int, slot: Int) -> UnsafeRawBufferPointer? {
        guard !isNull(slot) else { return nil }
        // The length comes first; see `RowSlab.record`.
        let record = UnsafeRawPointer(bitPattern: UInt(words[offset]))!
        let count = record.load(as: UInt64.self)
        if count == RowSlab.externalMark { return RowSlab.external(record).bytes }
        return UnsafeRawBufferPointer(start: record + 8, count: Int(count))
    }

    /// The value in a file for which the row has a name only; `nil` for any other value.
    func external(at offset: Int, slot: Int) -> ExternalValue? {
        guard !isNull(slot) else { return nil }
        let record = UnsafeRawPointer(bitPattern: UInt(words[offset]))!
        guard record.load(as: UInt64.self) == RowSlab.externalMark else { return nil }
        return RowSlab.external(record)
    }

    /// The word for a copy of a record in another slab; `nil` for null.
    ///
    /// Of a value in a file the copy has the name, too, and the file is not read.
    func copyRecord(at offset: Int, slot: Int, to slab: RowSlab) -> UInt64? {
        if let external = external(at: offset, slot: slot) { return slab.record(external) }
        return bytes(at: offset, slot: slot).map { slab.record($0) }
    }

    func retainSlab() {
        _ = Unmanaged<RowSlab>.fromOpaque(slabPointer).retain()
    }

    func releaseSlab() {
        Unmanaged<RowSlab>.fromOpaque(slabPointer).release()
    }
}
