/// Contexts in the order in which they came, held weakly: a coordinator's, or a parent's children.
///
/// Unretained, and taken out by the context's deinit: one weak reference to an object makes every
/// later retain of it take a longer way, and a context is retained with every access to its
/// objects.
final class WeakContexts: @unchecked Sendable {
    private let lock = SectionLock()
    /// Guarded by `lock`.
    @exclusivity(unchecked) private var entries: [UnsafeMutableRawPointer] = []

    deinit {
        lock.destroy()
    }

    /// Adds a context, which calls `remove` in its deinit.
    func add(_ context: NSManagedObjectContext) {
        lock.withLock { entries.append(Unmanaged.passUnretained(context).toOpaque()) }
    }

    func remove(_ context: NSManagedObjectContext) {
        let pointer = Unmanaged.passUnretained(context).toOpaque()
        lock.withLock { entries.removeAll { $0 == pointer } }
    }

    /// Whether none is there. One that is being destroyed at this moment may still count.
    var isEmpty: Bool { lock.withLock { entries.isEmpty } }

    /// Those that are alive, in order.
    var alive: [NSManagedObjectContext] {
        lock.withLock {
            entries.compactMap { retainIfAlive($0, as: NSManagedObjectContext.self) }
        }
    }
}
