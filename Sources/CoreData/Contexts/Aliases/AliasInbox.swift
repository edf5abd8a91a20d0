import Synchronization

/// The batches of keys that a nested context has not taken over yet, in their order.
///
/// The root's queue puts them in, the context's own takes them out; neither waits for the other.
final class AliasInbox: @unchecked Sendable {
    /// 160 KB: an idle context with more is asked to take over what waits for it.
    private static let mostAliases = 10_000

    private let lock = SectionLock()
    /// Guarded by `lock`.
    @exclusivity(unchecked) private var batches: ContiguousArray<AliasBatch> = []
    @exclusivity(unchecked) private var count = 0
    /// What `isEmpty` says without the lock: it is asked with every request to a parent.
    private let hasBatches = Atomic<Bool>(false)

    deinit {
        lock.destroy()
    }

    var isEmpty: Bool { !hasBatches.load(ordering: .acquiring) }

    /// Puts a batch in; `true` when too much waits from now on.
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
