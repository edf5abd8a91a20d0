/// An ordered set of keys.
///
/// Up to sixteen keys are searched, more are indexed: most to-many relationships are short, and a
/// dictionary for each would cost more than all their searches.
struct KeyList {
    private static let searchedCount = 16
    /// One allocation for most lists, where an array that grows from one takes three.
    private static let firstCapacity = 6

    /// The keys in order; zero marks a removed one.
    private var keys: ContiguousArray<UInt64> = []
    private var index: [UInt64: Int]?
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    init() {}

    init(_ list: some Sequence<ObjectKey>) {
        for key in list { insert(key) }
    }

    func contains(_ key: ObjectKey) -> Bool {
        place(of: key) != nil
    }

    /// Adds a key at the end; returns `false` if it is in the list already.
    @discardableResult
    mutating func insert(_ key: ObjectKey) -> Bool {
        guard place(of: key) == nil else { return false }
        if keys.isEmpty { keys.reserveCapacity(Self.firstCapacity) }
        keys.append(key.bits)
        count += 1
        if index != nil {
            index![key.bits] = keys.count - 1
        } else if keys.count > Self.searchedCount {
            buildIndex()
        }
        return true
    }

    /// Removes a key; returns `false` if it is not in the list.
    @discardableResult
    mutating func remove(_ key: ObjectKey) -> Bool {
        guard let place = place(of: key) else { return false }
        keys[place] = 0
        count -= 1
        index?[key.bits] = nil
        // Compact when half of a long list is removed: a removal then costs a constant time on
        // average.
        if keys.count > 2 * Self.searchedCount && keys.count > 2 * count { compact() }
        return true
    }

    /// Replaces a key in its position, as when a temporary one becomes permanent.
    mutating func replace(_ key: ObjectKey, by other: ObjectKey) {
        guard let place = place(of: key) else { return }
        replace(at: place, by: other)
    }

    private mutating func replace(at place: Int, by other: ObjectKey) {
        let key = keys[place]
        if self.place(of: other) != nil {
            keys[place] = 0
            count -= 1
            index?[key] = nil
            return
        }
        keys[place] = other.bits
        if index != nil {
            index![key] = nil
            index![other.bits] = place
        }
    }

    /// Replaces temporary keys in their positions; returns whether any remain.
    @discardableResult
    mutating func replaceTemporaryKeys(by other: (ObjectKey) -> ObjectKey) -> Bool {
        var remains = false
        // In place: a copy of the keys for each object of a save would be an allocation.
        for place in keys.indices where ObjectKey(bits: keys[place]).isTemporary {
            let key = ObjectKey(bits: keys[place])
            let other = other(key)
            if other != key { replace(at: place, by: other) }
            if other.isTemporary { remains = true }
        }
        return remains
    }

    /// Reorders some of the keys as in a list, within the positions that they occupy together.
    mutating func arrange(_ list: [ObjectKey]) {
        let wanted = KeyList(list.filter(contains))
        var next = wanted.all.makeIterator()
        self = KeyList(all.map { wanted.contains($0) ? next.next()! : $0 })
    }

    /// The keys in order, as they are now.
    var all: Keys { Keys(keys) }

    private func place(of key: ObjectKey) -> Int? {
        if let index { return index[key.bits] }
        return keys.firstIndex(of: key.bits)
    }

    private mutating func compact() {
        keys.removeAll { $0 == 0 }
        if index != nil { buildIndex() }
    }

    private mutating func buildIndex() {
        var built: [UInt64: Int] = [:]
        built.reserveCapacity(keys.count)
        for (place, bits) in keys.enumerated() where bits != 0 { built[bits] = place }
        index = built
    }
}

extension KeyList {
    /// The keys of a list without the removed ones: a view, for which nothing is allocated.
    struct Keys: Sequence, IteratorProtocol {
        private let keys: ContiguousArray<UInt64>
        private var place = 0

        fileprivate init(_ keys: ContiguousArray<UInt64>) {
            self.keys = keys
        }

        mutating func next() -> ObjectKey? {
            while place < keys.count {
                let bits = keys[place]
                place += 1
                if bits != 0 { return ObjectKey(bits: bits) }
            }
            return nil
        }
    }
}
