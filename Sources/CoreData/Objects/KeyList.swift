/// An ordered set of keys.
///
/// Up to sixteen keys are searched, more are indexed: most to-many relationships are short, and a
/// dictionary for each would cost more than all their searches.
struct KeyList {
    private static let searchedCount = 16

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
        guard self.place(of: other) == nil else {
            remove(key)
            return
        }
        keys[place] = other.bits
        if index != nil {
            index![key.bits] = nil
            index![other.bits] = place
        }
    }

    /// Replaces temporary keys in their positions; returns whether any remain.
    mutating func replaceTemporaryKeys(by other: (ObjectKey) -> ObjectKey) -> Bool {
        guard keys.contains(where: { ObjectKey(bits: $0).isTemporary }) else { return false }
        for key in all where key.isTemporary {
            let other = other(key)
            if other != key { replace(key, by: other) }
        }
        return keys.contains { ObjectKey(bits: $0).isTemporary }
    }

    /// Reorders some of the keys as in a list, within the positions that they occupy together.
    mutating func arrange(_ list: [ObjectKey]) {
        let wanted = KeyList(list.filter(contains))
        var next = wanted.all.makeIterator()
        self = KeyList(all.map { wanted.contains($0) ? next.next()! : $0 })
    }

    var all: [ObjectKey] {
        keys.compactMap { $0 == 0 ? nil : ObjectKey(bits: $0) }
    }

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
