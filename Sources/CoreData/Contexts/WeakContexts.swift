import Synchronization

/// Contexts in the order in which they came, held weakly: a coordinator's, or a parent's children.
final class WeakContexts: @unchecked Sendable {
    private struct Entry {
        weak var context: NSManagedObjectContext?
    }

    private let lock = SectionLock()
    private var entries: [Entry] = []

    deinit {
        lock.destroy()
    }

    func add(_ context: NSManagedObjectContext) {
        lock.withLock {
            entries.removeAll { $0.context == nil }
            entries.append(Entry(context: context))
        }
    }

    /// Those that are alive, in order.
    var alive: [NSManagedObjectContext] {
        lock.withLock { entries.compactMap(\.context) }
    }
}
