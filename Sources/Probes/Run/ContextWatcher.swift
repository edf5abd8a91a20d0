import CoreData

/// Watches one context: the ui's, where imported batches arrive, or a parent, into which children
/// push.
///
/// As the context's observer and not by notification: an observed name makes every merge
/// and every push build sets of all its objects, which would be measured as the topology's
/// work. A context holds it weakly.
package final class ContextWatcher: ContextObserver {
    private let changed: @Sendable (NSManagedObjectContext) -> Void
    private let merged: @Sendable (MergedChanges) -> Void

    /// Makes a watcher.
    ///
    /// - Parameters:
    ///   - changed: called on the context's queue when an event ends that changed its objects. In a
    ///     parent such an event is a child's push, where the child's queue is current, too.
    ///   - merged: called on the context's queue when it has merged changes of other contexts.
    package init(
        changed: @escaping @Sendable (NSManagedObjectContext) -> Void,
        merged: @escaping @Sendable (MergedChanges) -> Void = { _ in }
    ) {
        self.changed = changed
        self.merged = merged
    }

    package func contextDidChange(_ context: NSManagedObjectContext) {
        changed(context)
    }

    package func contextDidMerge(_ changes: MergedChanges, into context: NSManagedObjectContext) {
        merged(changes)
    }
}
