/// Permanent keys by the temporary ones that they replaced, for a tree of nested contexts.
///
///     root ← main ← worker       worker inserts t1; worker, main and root save: t1 is p1
///
/// The root gets p1 when it saves. A context below keeps the key t1 until its own queue runs; an
/// object of a child keeps the temporary ID even then, as on Apple's platforms, so that an ID that
/// the app has recorded stays the object's. An entry counts its users: batches that some context
/// has not taken over yet, and living objects that show the temporary ID. The last user removes it.
///
/// Used from all queues of the tree, and by objects that are destroyed on any.
final class AliasTable: @unchecked Sendable {
    private struct Page {
        let keys: UnsafeMutablePointer<UInt64>
        let counts: UnsafeMutablePointer<UInt32>
        var used = 0

        init() {
            keys = .allocate(capacity: AliasTable.pageSize)
            keys.initialize(repeating: 0, count: AliasTable.pageSize)
            counts = .allocate(capacity: AliasTable.pageSize)
            counts.initialize(repeating: 0, count: AliasTable.pageSize)
        }

        func free() {
            keys.deallocate()
            counts.deallocate()
        }

        /// Adds a key, or counts one user more of the present one.
        mutating func add(_ key: ObjectKey, at place: Int) {
            if counts[place] == 0 { used += 1 }
            counts[place] += 1
            keys[place] = key.bits
        }

        /// Counts one user less of a key, and removes it without users.
        mutating func remove(at place: Int) {
            guard counts[place] > 0 else { return }
            counts[place] -= 1
            guard counts[place] == 0 else { return }
            keys[place] = 0
            used -= 1
        }
    }

    /// The page of the key before, which mostly is that of the next one, too.
    private struct OpenPage {
        var index: Int64?
        /// `nil` if the table has none there.
        var page: Page?
    }

    /// How many numbers one page covers.
    ///
    /// The process counts temporary numbers, so those of one import lie side by side. If other
    /// objects are inserted between kept ones, each kept number may occupy a page: with 512 numbers
    /// (6 KiB) a page, a stack with three levels kept 10 MB for good.
    static let pageSize = 16
    private let lock = SectionLock()
    /// Guarded by `lock`.
    @exclusivity(unchecked) private var pages: [Int64: Page] = [:]

    deinit {
        for page in pages.values { page.free() }
        lock.destroy()
    }

    var isEmpty: Bool { lock.withLock { pages.isEmpty } }

    /// The key that has replaced a temporary one; `nil` if it was not replaced or is no longer
    /// needed.
    subscript(temporary: ObjectKey) -> ObjectKey? {
        lock.withLock {
            var found: ObjectKey?
            var key = temporary
            // A new object that lost to another new one was renamed twice.
            while key.isTemporary, let next = entry(key) {
                found = next
                key = next
            }
            return found
        }
    }

    private func entry(_ key: ObjectKey) -> ObjectKey? {
        let number = key.number
        guard let page = pages[number / Int64(Self.pageSize)] else { return nil }
        let bits = page.keys[Int(number % Int64(Self.pageSize))]
        return bits == 0 ? nil : ObjectKey(bits: bits)
    }

    /// Adds keys, or counts further users of present ones.
    func add(_ aliases: some Sequence<Alias>) {
        lock.withLock {
            var open = OpenPage()
            for alias in aliases {
                let place = turn(&open, to: alias.former)
                if open.page == nil { open.page = Page() }
                open.page!.add(alias.key, at: place)
            }
            close(open)
        }
    }

    /// Counts one user less of each key, and removes the keys without users.
    func remove(_ formers: some Sequence<ObjectKey>) {
        lock.withLock {
            var open = OpenPage()
            for former in formers {
                let place = turn(&open, to: former)
                open.page?.remove(at: place)
            }
            close(open)
        }
    }

    /// Opens the page of a temporary key, unless it is open.
    ///
    /// - Returns: the key's place on the page.
    private func turn(_ open: inout OpenPage, to key: ObjectKey) -> Int {
        let (index, place) = key.number.quotientAndRemainder(dividingBy: Int64(Self.pageSize))
        if index != open.index {
            close(open)
            open = OpenPage(index: index, page: pages[index])
        }
        return Int(place)
    }

    /// Puts a page back into the table, or frees it if its last key was removed.
    private func close(_ open: OpenPage) {
        guard let index = open.index, let page = open.page else { return }
        if page.used == 0 { page.free() }
        pages[index] = page.used == 0 ? nil : page
    }
}

extension AliasTable {
    /// A temporary key and the one that has replaced it.
    struct Alias: Sendable {
        let former: ObjectKey
        let key: ObjectKey
    }
}
