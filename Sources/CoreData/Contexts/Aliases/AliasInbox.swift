import Synchronization

/// The batches of keys that a nested context has not taken over yet, in order.
///
/// The root's queue adds them, the context's own takes them out; neither waits for the other.
final class AliasInbox: @unchecked Sendable {
    /// 160 KB: an idle context is asked to take over a longer list.
    private static let mostAliases = 10_000

    private let lock = SectionLock()
    /// Guarded by `lock`.
    @exclusivity(unchecked) private var batches: ContiguousArray<AliasBatch> = []
    @exclusivity(unchecked) private var count = 0
    /// `isEmpty` without the lock, because every request to a parent reads it.
    private let hasBatches = Atomic<Bool>(false)

    deinit {
        lock.destroy()
    }

    var isEmpty: Bool { !hasBatches.load(ordering: .acquiring) }

    /// Adds a batch; returns `true` when the inbox becomes too full.
    func add(_ batch: AliasBatch) -> Bool {
        lock.withLock {
            let wasFull = count > Self.mostAliases
            batches.append(batch)
            count += batch.aliases.count
            hasBatches.store(true, ordering: .releasing)
            return !wasFull && count > Self.mostAliases
        }
    }

    /// Takes out the batches up to a number.
    func take(upTo number: Int) -> ArraySlice<AliasBatch> {
        lock.withLock {
            let end = batches.firstIndex { $0.number > number } ?? batches.endIndex
            let taken = batches[..<end]
            batches.removeSubrange(..<end)
            count -= taken.reduce(0) { $0 + $1.aliases.count }
            hasBatches.store(!batches.isEmpty, ordering: .releasing)
            return taken
        }
    }
}
