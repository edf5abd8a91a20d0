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
        guard probe.noteChange(of: name, isParent: isParent, isUI: isUI) else { return }
        // Registered means that the context holds it: pushed by a child, or fetched again.
        probe.lookForArrivals { context.registeredObject(for: $0) != nil }
    }

    func contextDidMerge(_ changes: MergedChanges, into context: NSManagedObjectContext) {
        guard isUI, probe.isWaitingForArrivals else { return }
        probe.lookForArrivals(changes.insertedObject)
    }
}
