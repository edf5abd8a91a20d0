/// The rows that a context's fetches left to read in batches, and the rows they prefetched.
struct ReadAhead {
    private struct Entry {
        weak var rows: PrefetchedRows?
    }

    private var prefetched: [Entry] = []
    private var batches: [Batch] = []

    // MARK: Prefetching

    mutating func add(_ rows: PrefetchedRows) {
        prefetched.removeAll { $0.rows == nil }
        prefetched.append(Entry(rows: rows))
    }

    /// Forgets what was prefetched, where members are gone whose owners' rows have no new version.
    mutating func forgetPrefetches() {
        prefetched.removeAll()
    }

    /// The members of a to-many, if a prefetch that is still in use has read them.
    func members(of object: NSManagedObject, toMany index: Int) -> [ObjectKey]? {
        guard !prefetched.isEmpty, let row = object.details?.base ?? object.row else { return nil }
        for entry in prefetched.reversed() {
            let keys = entry.rows?.members(of: object.key, toMany: index, version: row.version)
            if let keys { return keys }
        }
        return nil
    }

    // MARK: Batches

    /// Adds a fetch whose rows are read later, and drops fetches without waiting objects.
    mutating func add(_ batch: Batch, _ registry: ObjectRegistry) {
        batches.removeAll { !$0.isAwaited(in: registry) }
        batches.append(batch)
    }

    /// The keys to read together with this one.
    func batch(of key: ObjectKey) -> ArraySlice<ObjectKey>? {
        for batch in batches.reversed() {
            if let keys = batch.keys(beside: key) { return keys }
        }
        return nil
    }
}

extension ReadAhead {
    /// The keys of a fetch with a batch size, in the order of its result.
    struct Batch {
        private let keys: [ObjectKey]
        private let positions: [UInt64: Int]
        private let size: Int
        let root: Int

        init(_ keys: [ObjectKey], size: Int, root: Int) {
            self.keys = keys
            self.size = size
            self.root = root
            positions = Dictionary(
                keys.enumerated().map { ($1.bits, $0) }, uniquingKeysWith: { first, _ in first })
        }

        /// The batch that contains a key; `nil` if the fetch did not find it.
        func keys(beside key: ObjectKey) -> ArraySlice<ObjectKey>? {
            guard let position = positions[key.bits] else { return nil }
            let start = position / size * size
            return keys[start..<min(start + size, keys.count)]
        }

        /// Whether a living object of the result has no values yet.
        func isAwaited(in registry: ObjectRegistry) -> Bool {
            keys.contains { key in
                registry.object(key, root: root).map { $0.row == nil } ?? false
            }
        }
    }
}
