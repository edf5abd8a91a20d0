/// A table from row numbers to pointers: pages of 512, so that a look-up is two loads.
///
/// Row numbers are dense, because SQLite hands them out in order; a hash table costs ten times as
/// much (measured: 0.7 ns against 19). Numbers beyond the directory's reach, which only a store
/// written by others has, go to a dictionary.
///
/// Not thread-safe: its owner has the lock.
struct PagedTable {
    private static let pageBits = 9
    // 512 pointers: 4 KiB, one page of memory.
    private static let pageSize = 1 << pageBits
    /// 2^27 rows need a directory of 2 MiB; beyond that numbers are taken for sparse.
    private static let densest: Int64 = 1 << 27

    private struct Page {
        /// `nil` if none of them holds a pointer.
        var slots: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
        var used = 0
    }

    /// The directory, allocated by hand: an array asks at each write whether it is its only user,
    /// which takes longer than the write.
    private var pages = UnsafeMutableBufferPointer<Page>(start: nil, count: 0)
    private var sparse: [Int64: UnsafeMutableRawPointer] = [:]
    private(set) var count = 0
    /// The page that became empty last.
    ///
    /// Kept because objects that come and go one by one would allocate and clear a page each time.
    private var spare: UnsafeMutablePointer<UnsafeMutableRawPointer?>?

    subscript(number: Int64) -> UnsafeMutableRawPointer? {
        guard Self.isDense(number) else { return sparse[number] }
        let index = Int(number) >> Self.pageBits
        guard index < pages.count, let slots = pages[index].slots else { return nil }
        return slots[Int(number) & (Self.pageSize - 1)]
    }

    /// Sets a pointer and returns the former one.
    @discardableResult
    mutating func set(
        _ pointer: UnsafeMutableRawPointer, at number: Int64
    ) -> UnsafeMutableRawPointer? {
        guard Self.isDense(number) else {
            let former = sparse.updateValue(pointer, forKey: number)
            if former == nil { count += 1 }
            return former
        }
        let index = Int(number) >> Self.pageBits
        if index >= pages.count { grow(toHold: index) }
        let slots = pages[index].slots ?? addPage(at: index)
        let slot = slots + (Int(number) & (Self.pageSize - 1))
        let former = slot.pointee
        slot.pointee = pointer
        if former == nil {
            pages[index].used += 1
            count += 1
        }
        return former
    }

    /// Removes the pointer at a number.
    ///
    /// Frees all empty pages but one, so that memory follows the rows that are registered now.
    mutating func remove(at number: Int64) {
        guard Self.isDense(number) else {
            if sparse.removeValue(forKey: number) != nil { count -= 1 }
            return
        }
        let index = Int(number) >> Self.pageBits
        guard index < pages.count, let slots = pages[index].slots else { return }
        let slot = slots + (Int(number) & (Self.pageSize - 1))
        guard slot.pointee != nil else { return }
        slot.pointee = nil
        count -= 1
        pages[index].used -= 1
        guard pages[index].used == 0 else { return }
        spare?.deallocate()
        spare = slots
        pages[index].slots = nil
    }

    /// Calls `body` for every pointer in the order of the numbers, the sparse ones last.
    func forEach(_ body: (UnsafeMutableRawPointer) -> Void) {
        for page in pages {
            guard let slots = page.slots else { continue }
            for index in 0..<Self.pageSize {
                if let pointer = slots[index] { body(pointer) }
            }
        }
        for number in sparse.keys.sorted() { body(sparse[number]!) }
    }

    /// Frees the pages and leaves an empty table; the owner's deinit calls it.
    mutating func removeAll() {
        for page in pages { page.slots?.deallocate() }
        pages.deallocate()
        pages = UnsafeMutableBufferPointer(start: nil, count: 0)
        spare?.deallocate()
        spare = nil
        sparse = [:]
        count = 0
    }

    /// Whether the directory reaches a number.
    private static func isDense(_ number: Int64) -> Bool { number >= 0 && number < densest }

    /// Makes the directory reach a page, and at least twice as many as before.
    private mutating func grow(toHold index: Int) {
        let former = pages
        pages = .allocate(capacity: max(index + 1, 2 * former.count))
        let end = pages.moveInitialize(fromContentsOf: former)
        pages[end...].initialize(repeating: Page())
        former.deallocate()
    }

    private mutating func addPage(
        at index: Int
    ) -> UnsafeMutablePointer<UnsafeMutableRawPointer?> {
        let slots = spare ?? Self.emptySlots()
        spare = nil
        pages[index].slots = slots
        return slots
    }

    private static func emptySlots() -> UnsafeMutablePointer<UnsafeMutableRawPointer?> {
        let slots = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: pageSize)
        slots.initialize(repeating: nil, count: pageSize)
        return slots
    }
}
