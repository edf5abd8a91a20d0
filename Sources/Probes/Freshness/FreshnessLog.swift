import Execution

/// For each batch of the importer: when it called save, and when the ui context held the batch.
///
/// A batch is recognised by its sentinel, the last object of it. In a topology of siblings that
/// object has a temporary ID before the save and a permanent one after it, and the ui context knows
/// only the second. The merge may come before anybody has said what the second is; what changed is
/// kept then, and looked through when the ID is known:
///
///     importer   willSave(temp) ─────── COMMIT, did-save ──────── settle(permanent)
///     ui                                        └─▶ merge, did-change: which IDs?
///
/// Generic over the ID, so that tests need no objects.
package struct FreshnessLog<ID: Hashable & Sendable>: Sendable {
    package struct Batch: Sendable, Equatable {
        package var operation: Int
        package var saveCalled: Instant
        package var shown: Instant?
        /// What the sentinel is known by.
        fileprivate var ids: [ID]
        /// Whether its ID will not change any more.
        fileprivate var isSettled: Bool

        package init(operation: Int, saveCalled: Instant, shown: Instant?, ids: [ID] = []) {
            self.operation = operation
            self.saveCalled = saveCalled
            self.shown = shown
            self.ids = ids
            isSettled = shown != nil
        }
    }

    /// In the order of saving.
    package private(set) var batches: [Batch] = []
    /// Indices of the batches that the ui context has not shown.
    private var waiting: [Int] = []
    /// Changes of the ui context that came while a batch's last ID was not known.
    private var kept: [(at: Instant, ids: Set<ID>)] = []

    package init() {}

    /// Whether a change of the ui context is worth looking at.
    package var isWaiting: Bool { !waiting.isEmpty }

    /// Whether a change must be handed over by all of its IDs, because one may turn out later to be
    /// a sentinel's.
    package var needsAllIDs: Bool { waiting.contains { !batches[$0].isSettled } }

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
    /// given it, or is over.
    package mutating func settle(operation: Int, sentinel: ID) {
        guard let index = waiting.last(where: { batches[$0].operation == operation }) else {
            return
        }
        batches[index].isSettled = true
        if !batches[index].ids.contains(sentinel) { batches[index].ids.append(sentinel) }
        // The change may have come a moment ago.
        let earlier = kept.first { change in
            change.at >= batches[index].saveCalled && change.ids.contains(sentinel)
        }
        if let earlier { show(index, at: earlier.at) }
        if !needsAllIDs { kept = [] }
    }

    /// The ui context has changed. `contains` tells for a wanted ID whether it is among what did.
    package mutating func changed(at instant: Instant, contains: (ID) -> Bool) {
        for index in waiting where batches[index].ids.contains(where: contains) {
            show(index, at: instant)
        }
    }

    /// The ui context has changed in these objects, while `needsAllIDs`.
    package mutating func keep(_ ids: Set<ID>, at instant: Instant) {
        kept.append((instant, ids))
    }

    private mutating func show(_ index: Int, at instant: Instant) {
        batches[index].shown = instant
        waiting.removeAll { $0 == index }
    }
}
