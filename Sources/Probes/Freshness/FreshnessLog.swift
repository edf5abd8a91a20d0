import Execution

/// For each batch of the importer: when it called save, and when the ui context held the batch.
///
/// A batch is recognised by its sentinel, the last object of it. In a topology of siblings that
/// object has a temporary ID before the save and a permanent one after it, and the ui context knows
/// only the second:
///
///     importer   willSave(temp) ───── COMMIT ─ settle(permanent) ─ did-save
///     ui                                                              └─▶ merge, did-change
///
/// Generic over the ID, so that tests need no objects.
package struct FreshnessLog<ID: Hashable & Sendable>: Sendable {
    package struct Batch: Sendable, Equatable {
        package var operation: Int
        package var saveCalled: Instant
        package var shown: Instant?

        package init(operation: Int, saveCalled: Instant, shown: Instant?) {
            self.operation = operation
            self.saveCalled = saveCalled
            self.shown = shown
        }
    }

    private struct Entry: Sendable {
        var batch: Batch
        /// The sentinel's present ID.
        var sentinel: ID
        /// The batch is in the store, so that a fetch finds it.
        var isStored = false
    }

    private struct Merge: Sendable {
        var at: Instant
        var brings: @Sendable (ID) -> Bool
    }

    /// In the order of saving.
    private var entries: [Entry] = []
    /// Indices of the batches that the ui context is not known to show.
    private var waiting: [Int] = []
    /// The batches that the running refetch will show.
    private var refetching: [Int] = []
    /// In order.
    private var merges: [Merge] = []

    package init() {}

    /// Whether a change of the ui context is worth looking at.
    package var isWaiting: Bool { !waiting.isEmpty }

    /// Records that the importer calls save.
    ///
    /// - Parameter isShared: whether the ui works in the same context, and so shows the batch
    ///   already.
    package mutating func willSave(
        operation: Int, sentinel: ID, at instant: Instant, isShared: Bool
    ) {
        let batch = Batch(
            operation: operation, saveCalled: instant, shown: isShared ? instant : nil)
        if !isShared { waiting.append(entries.count) }
        entries.append(Entry(batch: batch, sentinel: sentinel))
    }

    /// Records the sentinel's final ID, which may be its present one: the save has given it, or is
    /// over.
    ///
    /// This comes before the save is announced, so no merge can be earlier.
    package mutating func settle(operation: Int, sentinel: ID) {
        guard let index = waiting.last(where: { entries[$0].batch.operation == operation })
        else { return }
        entries[index].sentinel = sentinel
        entries[index].isStored = true
    }

    /// The ui begins to fetch its list again: everything that is stored by now.
    package mutating func refetchBegins() {
        refetching = waiting.filter { entries[$0].isStored }
    }

    /// The ui has fetched its list again.
    package mutating func refetchEnded(at instant: Instant) {
        for index in refetching { show(index, at: instant) }
        refetching = []
    }

    /// Records that the ui context has changed.
    ///
    /// - Parameter contains: whether an awaited sentinel is among the changed objects.
    package mutating func changed(at instant: Instant, contains: (ID) -> Bool) {
        for index in waiting where contains(entries[index].sentinel) { show(index, at: instant) }
    }

    /// Records that the ui context has merged changes.
    ///
    /// The batches that the merge brings are looked up when the batches are read, and not on the
    /// main queue while it is measured.
    package mutating func merged(at instant: Instant, brings: @escaping @Sendable (ID) -> Bool) {
        if isWaiting { merges.append(Merge(at: instant, brings: brings)) }
    }

    private mutating func show(_ index: Int, at instant: Instant) {
        guard let place = waiting.firstIndex(of: index) else { return }
        entries[index].batch.shown = instant
        waiting.remove(at: place)
    }

    /// The batches in the order of saving, each with the event that showed it first.
    ///
    /// - Complexity: a look at each merge between a batch's save and its being shown.
    package var batches: [Batch] {
        var next = merges.startIndex
        return entries.map { entry in
            var batch = entry.batch
            while next < merges.endIndex, merges[next].at < batch.saveCalled { next += 1 }
            let merge = merges[next...].first { $0.brings(entry.sentinel) }
            if let merge { batch.shown = min(merge.at, batch.shown ?? merge.at) }
            return batch
        }
    }
}
