import CoreData
import Execution
import Foundation
import Topologies

/// What contexts tell of themselves: changes in the ui's context, and pushes into parents.
extension RunProbe {
    /// Watches the ui's context, the importer's, and every parent.
    ///
    func watch(_ stack: Stack, _ links: RunLinks) {
        var tokens: [any NSObjectProtocol] = []
        let parents = Set(stack.contexts.compactMap(\.layout.parentName))
        for context in stack.contexts {
            let isParent = parents.contains(context.name)
            let isUI = context.context === links.uiContext && !links.isShared
            guard isParent || isUI else { continue }
            let name = context.name
            tokens.append(
                NotificationCenter.default.addObserver(
                    forName: .NSManagedObjectContextObjectsDidChange, object: context.context,
                    queue: nil
                ) { [weak self] notification in
                    self?.contextDidChange(
                        name, isParent: isParent, isUI: isUI, notification, links)
                })
        }
        if let importer = links.importerContext, !links.isShared {
            tokens.append(
                NotificationCenter.default.addObserver(
                    forName: .NSManagedObjectContextDidSave, object: importer, queue: nil
                ) { [weak self] _ in self?.importerDidPostSave() })
        }
        keep(tokens)
    }

    /// On the context's queue.
    private func contextDidChange(
        _ name: String, isParent: Bool, isUI: Bool, _ notification: Notification,
        _ links: RunLinks
    ) {
        let isWaiting = noteChange(of: name, isParent: isParent, isUI: isUI)
        if isWaiting { notePossibleArrival(notification, links) }
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

    /// On the ui context's queue.
    private func notePossibleArrival(_ notification: Notification, _ links: RunLinks) {
        guard let context = links.uiContext else { return }
        let now = execution.now
        let (wanted, needsAll) = state.withLock {
            ($0.freshness.wantedIDs, $0.freshness.needsAllIDs)
        }
        // Registered means that the context holds it; a look at what changed would hash thousands
        // of objects on the main queue.
        let held = wanted.filter { context.registeredObject(for: $0) != nil }
        if !held.isEmpty {
            state.withLock { $0.freshness.changed(at: now, contains: held.contains) }
        }
        guard needsAll, held.isEmpty else { return }
        let changed = [NSInsertedObjectsKey, NSRefreshedObjectsKey, NSUpdatedObjectsKey]
            .compactMap { notification.userInfo?[$0] as? NSSet }
        let ids = Set(
            changed.flatMap { $0.allObjects }.compactMap { ($0 as? NSManagedObject)?.objectID })
        state.withLock { $0.freshness.keep(ids, at: now) }
    }

    /// On the importer context's queue, in its did-save notification: the sentinel has its
    /// permanent ID, and the merge that will show it has not come to its end.
    private func importerDidPostSave() {
        guard let (operation, sentinel) = state.withLock({ $0.sentinel }) else { return }
        let id = sentinel.object.objectID
        state.withLock { $0.freshness.settle(operation: operation, sentinel: id) }
    }
}
