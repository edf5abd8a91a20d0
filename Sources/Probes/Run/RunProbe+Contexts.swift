import CoreData
import Execution
import Topologies

/// The events of contexts: changes in the ui's context, and pushes into parents.
extension RunProbe {
    /// Watches the ui's context and every parent.
    func watch(_ stack: any Stack, _ links: RunLinks) {
        var watchers: [ContextWatcher] = []
        let parents = Set(stack.contexts.compactMap(\.layout.parentName))
        for context in stack.contexts {
            let isParent = parents.contains(context.name)
            let isUI = context.context === links.uiContext && !links.isShared
            guard isParent || isUI else { continue }
            let watcher = watcher(of: context.name, isParent: isParent, isUI: isUI)
            context.context.observer = watcher
            watchers.append(watcher)
        }
        keep(watchers)
    }

    /// Watches a context that code has made late: it may be a parent.
    func watch(late context: StackContext) {
        let links = links.withLock { $0 }
        let isUI = context.context === links?.uiContext && links?.isShared == false
        let watcher = watcher(of: context.name, isParent: true, isUI: isUI)
        context.context.observer = watcher
        keep([watcher])
    }

    private func watcher(of name: String, isParent: Bool, isUI: Bool) -> ContextWatcher {
        ContextWatcher(
            changed: { [weak self] context in
                // Changes that others saved come with a merge; a child's changes are pushed, and
                // registered then.
                guard isParent, let self else { return }
                noteChange(of: name)
                if isUI { lookForArrivals { context.registeredObject(for: $0) != nil } }
            },
            merged: { [weak self] changes in
                if isUI { self?.noteMerge(changes) }
            })
    }

    /// Reports to the ledger a parent's change that is a child's push.
    func noteChange(of name: String) {
        let isOnMain = execution.isOnMainThread
        let children = state.withLock { state in
            state.counts.add(.change, isOnMain: isOnMain)
            let children = state.ledger?.childrenSaving(into: name) ?? []
            return children.compactMap { child in state.queues[child].map { (child, $0) } }
        }
        // Where the child's queue is held by the chain that runs here, this is the child's push.
        for (child, queue) in children where queue.isCurrent {
            state.withLock { $0.ledger?.didPush(child) }
        }
    }

    /// Looks whether the ui's context has got a batch that is waited for.
    ///
    /// - Parameter isHeld: whether the context has the object of an ID. It must not call the probe.
    func lookForArrivals(_ isHeld: (NSManagedObjectID) -> Bool) {
        noteArrival { $0.changed(at: $1, contains: isHeld) }
    }

    /// The ui's context has merged changes.
    func noteMerge(_ changes: MergedChanges) {
        noteArrival { $0.merged(at: $1, brings: changes.insertedObject) }
    }

    private func noteArrival(
        _ body: (inout FreshnessLog<NSManagedObjectID>, _ now: Instant) -> Void
    ) {
        let began = execution.now
        let isOnMain = execution.isOnMainThread
        state.withLock { state in
            guard state.freshness.isWaiting else { return }
            body(&state.freshness, began)
            state.counts.add(.arrival, isOnMain: isOnMain)
            state.lookingForArrivals += execution.now - began
        }
    }
}
