import CoreData
import Execution
import Foundation
import Topologies

/// What contexts tell of themselves: changes in the ui's context, and pushes into parents.
extension RunProbe {
    /// Watches the ui's context and every parent.
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
                ) { [weak self] _ in
                    self?.contextDidChange(name, isParent: isParent, isUI: isUI, links)
                })
        }
        keep(tokens)
    }

    /// On the context's queue.
    private func contextDidChange(
        _ name: String, isParent: Bool, isUI: Bool, _ links: RunLinks
    ) {
        let isWaiting = noteChange(of: name, isParent: isParent, isUI: isUI)
        guard isWaiting else { return }
        let began = execution.now
        notePossibleArrival(links, at: began)
        let took = execution.now - began
        let isOnMain = execution.isOnMainThread
        state.withLock { state in
            state.counts.add(.arrival, isOnMain: isOnMain)
            state.lookingForArrivals += took
        }
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
    private func notePossibleArrival(_ links: RunLinks, at now: Instant) {
        guard let context = links.uiContext else { return }
        let wanted = state.withLock { $0.freshness.wantedIDs }
        // Registered means that the context holds it; a look at what changed would hash thousands
        // of objects on the main queue.
        let held = wanted.filter { context.registeredObject(for: $0) != nil }
        guard !held.isEmpty else { return }
        state.withLock { $0.freshness.changed(at: now, contains: held.contains) }
    }
}
