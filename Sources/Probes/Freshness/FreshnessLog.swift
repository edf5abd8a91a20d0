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
        /// What the sentinel is known by.
        fileprivate var ids: [ID]

        package init(operation: Int, saveCalled: Instant, shown: Instant?, ids: [ID] = []) {
            self.operation = operation
            self.saveCalled = saveCalled
            self.shown = shown
            self.ids = ids
        }
    }

    /// In the order of saving.
    package private(set) var batches: [Batch] = []
    /// Indices of the batches that the ui context has not shown.
    private var waiting: [Int] = []
    /// Those among them that are in the store, so that a fetch finds them.
    private var stored: Set<Int> = []
    /// Those that the refetch that runs will show.
    private var refetching: [Int] = []

    package init() {}

    /// Whether a change of the ui context is worth looking at.
    package var isWaiting: Bool { !waiting.isEmpty }

    /// The IDs that the batches not shown yet are known by.
    package var wantedIDs: [ID] { waiting.flatMap { batches[$0].ids } }

    /// The importer calls save. `isShared`: the ui works in the same context, and shows it already.
    package mutating func willSave(
        operation: Int, sentinel: ID, at instant: Instant, isShared: Bool
    ) {
        batches.append(
            Batch(
                operation: operation, saveCalled: instant, shown: isShared ? instant : nil,
                ids: [sentinel]))
        if !isShared { waiting.append(batches.count - 1) }
    }

    /// The sentinel is known by this ID from now on, which may be the one it had: the save has
    /// given it, or is over. Before that save is announced, so no merge can be earlier.
    package mutating func settle(operation: Int, sentinel: ID) {
        guard let index = waiting.last(where: { batches[$0].operation == operation }) else {
            return
        }
        if !batches[index].ids.contains(sentinel) { batches[index].ids.append(sentinel) }
        stored.insert(index)
    }

    /// The ui begins to fetch again what it shows: all that is stored by now.
    package mutating func refetchBegins() {
        refetching = waiting.filter(stored.contains)
    }

    /// The ui has fetched again what it shows.
    package mutating func refetchEnded(at instant: Instant) {
        for index in refetching where waiting.contains(index) { show(index, at: instant) }
        refetching = []
    }

    /// The ui context has changed. `contains` tells for a wanted ID whether it is among what did.
    package mutating func changed(at instant: Instant, contains: (ID) -> Bool) {
        for index in waiting where batches[index].ids.contains(where: contains) {
            show(index, at: instant)
        }
    }

    private mutating func show(_ index: Int, at instant: Instant) {
        batches[index].shown = instant
        waiting.removeAll { $0 == index }
        stored.remove(index)
    }
}
