/// A list of contexts in the order they were added, held weakly.
///
/// Unretained pointers, which the contexts' deinit removes. A Swift weak reference would make every
/// later retain of the object slower, and a context is retained with every access to its objects.
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

    /// Whether the list is empty; a context that is being destroyed may still count.
    var isEmpty: Bool { lock.withLock { entries.isEmpty } }

    /// Whether the list has no context but this one.
    func isOnly(_ context: NSManagedObjectContext) -> Bool {
        let pointer = Unmanaged.passUnretained(context).toOpaque()
        return lock.withLock { entries.count == 1 && entries[0] == pointer }
    }

    /// The living contexts, in order.
    var alive: [NSManagedObjectContext] {
        lock.withLock {
            entries.compactMap { retainIfAlive($0, as: NSManagedObjectContext.self) }
        }
    }
}
