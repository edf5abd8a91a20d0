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
        var slots: UnsafeMutablePointer<UnsafeMutableRawPointer?>
        var used: Int
    }

    private var pages: ContiguousArray<Page?> = []
    private var sparse: [Int64: UnsafeMutableRawPointer] = [:]
    private(set) var count = 0
    /// The page that became empty last.
    ///
    /// Kept because objects that come and go one by one would allocate and clear a page each time.
    private var spare: UnsafeMutablePointer<UnsafeMutableRawPointer?>?

    subscript(number: Int64) -> UnsafeMutableRawPointer? {
        guard number < Self.densest else { return sparse[number] }
        let index = Int(number) >> Self.pageBits
        guard index < pages.count, let page = pages[index] else { return nil }
        return page.slots[Int(number) & (Self.pageSize - 1)]
    }

    /// Sets a pointer and returns the former one.
    @discardableResult
    mutating func set(
        _ pointer: UnsafeMutableRawPointer, at number: Int64
    ) -> UnsafeMutableRawPointer? {
        guard number < Self.densest else {
            let former = sparse.updateValue(pointer, forKey: number)
            if former == nil { count += 1 }
            return former
        }
        let index = Int(number) >> Self.pageBits
        while pages.count <= index { pages.append(nil) }
        if pages[index] == nil { pages[index] = emptyPage() }
        let slot = pages[index]!.slots + (Int(number) & (Self.pageSize - 1))
        let former = slot.pointee
        slot.pointee = pointer
        if former == nil {
            pages[index]!.used += 1
            count += 1
        }
        return former
    }

    /// Removes the pointer at a number.
    ///
    /// Frees all empty pages but one, so that memory follows the rows that are registered now.
    mutating func remove(at number: Int64) {
        guard number < Self.densest else {
            if sparse.removeValue(forKey: number) != nil { count -= 1 }
            return
        }
        let index = Int(number) >> Self.pageBits
        guard index < pages.count, let page = pages[index] else { return }
        let slot = page.slots + (Int(number) & (Self.pageSize - 1))
        guard slot.pointee != nil else { return }
        slot.pointee = nil
        count -= 1
        if page.used == 1 {
            spare?.deallocate()
            spare = page.slots
            pages[index] = nil
        } else {
            pages[index]!.used = page.used - 1
        }
    }

    /// Calls `body` for every pointer in the order of the numbers, the sparse ones last.
    func forEach(_ body: (UnsafeMutableRawPointer) -> Void) {
        for page in pages {
            guard let page else { continue }
            for index in 0..<Self.pageSize {
                if let pointer = page.slots[index] { body(pointer) }
            }
        }
        for number in sparse.keys.sorted() { body(sparse[number]!) }
    }

    /// Frees the pages and leaves an empty table; the owner's deinit calls it.
    mutating func removeAll() {
        for page in pages {
            page?.slots.deallocate()
        }
        spare?.deallocate()
        spare = nil
        pages = []
        sparse = [:]
        count = 0
    }

    private mutating func emptyPage() -> Page {
        if let slots = spare {
            spare = nil
            return Page(slots: slots, used: 0)
        }
        let slots = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(
            capacity: Self.pageSize)
        slots.initialize(repeating: nil, count: Self.pageSize)
        return Page(slots: slots, used: 0)
    }
}
