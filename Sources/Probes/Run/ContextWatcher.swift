import CoreData

/// Watches one context for a probe: the ui's, where imported batches arrive, or a parent, into
/// which children push.
final class ContextWatcher: ContextObserver {
    private let probe: RunProbe
    private let name: String
    private let isParent: Bool
    private let isUI: Bool

    init(_ probe: RunProbe, context name: String, isParent: Bool, isUI: Bool) {
        self.probe = probe
        self.name = name
        self.isParent = isParent
        self.isUI = isUI
    }

    func contextDidChange(_ context: NSManagedObjectContext) {
        // What others saved comes with a merge; what a child saved is pushed, and registered then.
        guard isParent else { return }
        probe.noteChange(of: name)
        if isUI { probe.lookForArrivals { context.registeredObject(for: $0) != nil } }
    }

    func contextDidMerge(_ changes: MergedChanges, into context: NSManagedObjectContext) {
        if isUI { probe.noteMerge(changes) }
    }
}
