/// What a context's fetches have left to be read in batches, and what they have read ahead.
struct ReadAhead {
    private struct Entry {
        weak var rows: PrefetchedRows?
    }

    private var prefetched: [Entry] = []
    private var batches: [BatchedFetch] = []

    // MARK: Prefetching

    mutating func add(_ rows: PrefetchedRows) {
        prefetched.removeAll { $0.rows == nil }
        prefetched.append(Entry(rows: rows))
    }

    /// The members of a to-many where a prefetch that is still in use has read them.
    func members(of object: NSManagedObject, toMany index: Int) -> [ObjectKey]? {
        guard !prefetched.isEmpty, let row = object.details?.base ?? object.row else { return nil }
        for entry in prefetched.reversed() {
            let keys = entry.rows?.members(of: object.key, toMany: index, version: row.version)
            if let keys { return keys }
        }
        return nil
    }

    // MARK: Batches

    /// Adds a fetch whose rows are read later, and forgets those that nobody waits for any more.
    mutating func add(_ batch: BatchedFetch, _ registry: ObjectRegistry) {
        batches.removeAll { !$0.isAwaited(in: registry) }
        batches.append(batch)
    }

    /// The keys to read together with one.
    func batch(of key: ObjectKey) -> ArraySlice<ObjectKey>? {
        for batch in batches.reversed() {
            if let keys = batch.keys(beside: key) { return keys }
        }
        return nil
    }

    mutating func removeAll() {
        prefetched = []
        batches = []
    }
}
