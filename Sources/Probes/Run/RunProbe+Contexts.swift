import CoreData
import Execution
import Topologies

/// What contexts tell of themselves: changes in the ui's context, and pushes into parents.
///
/// As their observer and not by notification: a name that somebody observes makes every merge and
/// every push build sets of all its objects, which would be measured as the topology's work.
extension RunProbe {
    /// Watches the ui's context and every parent.
    func watch(_ stack: Stack, _ links: RunLinks) {
        var watchers: [ContextWatcher] = []
        let parents = Set(stack.contexts.compactMap(\.layout.parentName))
        for context in stack.contexts {
            let isParent = parents.contains(context.name)
            let isUI = context.context === links.uiContext && !links.isShared
            guard isParent || isUI else { continue }
            let watcher = ContextWatcher(
                self, context: context.name, isParent: isParent, isUI: isUI)
            context.context.observer = watcher
            watchers.append(watcher)
        }
        keep(watchers)
    }

    /// A context has changed: tells the ledger when that is a child's push.
    ///
    /// - Returns: whether a batch waits to be seen here.
    func noteChange(of name: String, isParent: Bool, isUI: Bool) -> Bool {
        let isOnMain = execution.isOnMainThread
        let (children, isWaiting) = state.withLock { state in
            state.counts.add(.change, isOnMain: isOnMain)
            let children = isParent ? state.ledger?.childrenSaving(into: name) ?? [] : []
            return (
                children.compactMap { child in state.queues[child].map { (child, $0) } },
                isUI && state.freshness.isWaiting
            )
        }
        // Where the child's queue is held by the chain that runs here, this is the child's push.
        for (child, queue) in children where queue.isCurrent {
            state.withLock { $0.ledger?.didPush(child) }
        }
        return isWaiting
    }

    /// Looks whether the ui's context has got a batch that is waited for.
    ///
    /// - Parameter isHeld: whether the context has the object of an ID, or was told of it.
    func lookForArrivals(_ isHeld: (NSManagedObjectID) -> Bool) {
        let began = execution.now
        let wanted = state.withLock { $0.freshness.wantedIDs }
        let held = wanted.filter(isHeld)
        if !held.isEmpty {
            state.withLock { $0.freshness.changed(at: began, contains: held.contains) }
        }
        let took = execution.now - began
        let isOnMain = execution.isOnMainThread
        state.withLock { state in
            state.counts.add(.arrival, isOnMain: isOnMain)
            state.lookingForArrivals += took
        }
    }

    /// Whether a batch waits to be seen in the ui's context.
    var isWaitingForArrivals: Bool { state.withLock { $0.freshness.isWaiting } }
}
