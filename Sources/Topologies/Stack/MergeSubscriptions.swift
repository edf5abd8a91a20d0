import CoreData
import Foundation
import Synchronization

/// The observers that bring the saves of one context into another, for as long as it lives.
final class MergeSubscriptions: Sendable {
    typealias Refetch = @Sendable (NSManagedObjectContext) -> Void

    /// Observers are plain objects that may be removed from any thread.
    private struct Tokens: @unchecked Sendable { var list: [any NSObjectProtocol] = [] }
    private let tokens = Mutex(Tokens())
    private let refetch = Mutex<Refetch?>(nil)
    private let targets: [(MergeRule, StackContext, isElsewhere: Bool, isPending: Flag)]
    private let followers = Mutex<[HistoryFollower]>([])

    /// - Parameter historyReaders: for each context that merges by history, the one that reads it.
    init(
        _ topology: Topology, contexts: [StackContext],
        coordinators: [NSPersistentStoreCoordinator], historyReaders: [String: StackContext]
    ) {
        func root(_ name: String) -> ContextLayout? { topology.ancestry(of: name).last }
        targets = topology.merges.map { rule in
            let to = contexts.first { $0.name == rule.to }!
            return (rule, to, root(rule.from)?.parent != root(rule.to)?.parent, Flag())
        }
        for (rule, to, isElsewhere, isPending) in targets {
            // One that is made for each task is known by its name; `nil` hears all contexts.
            let from = contexts.first { $0.name == rule.from }?.context
            switch rule.mode {
            case .automatic:
                to.context.performAndWait {
                    to.context.automaticallyMergesChangesFromParent = true
                }
            case .didSave:
                observe(.NSManagedObjectContextDidSave, of: from, named: rule.from, coordinators) {
                    Self.merge($0, into: to, by: rule.delivery, faulting: [])
                }
            case .didSaveFaulting:
                observe(.NSManagedObjectContextDidSave, of: from, named: rule.from, coordinators) {
                    let updated = $0.userInfo?[NSUpdatedObjectsKey] as? Set<NSManagedObject>
                    Self.merge(
                        $0, into: to, by: rule.delivery,
                        faulting: Self.ordered((updated ?? []).map(\.objectID)))
                }
            case .objectIDs:
                observe(
                    .NSManagedObjectContextDidSaveObjectIDs, of: from, named: rule.from,
                    coordinators
                ) {
                    Self.mergeIDs(
                        $0, into: to, by: rule.delivery, isOnAnotherCoordinator: isElsewhere)
                }
            case .refetch:
                observe(.NSManagedObjectContextDidSave, of: from, named: rule.from, coordinators) {
                    [weak self] _ in self?.refetch(in: to, isPending)
                }
            case .history:
                // One follower for all senders: the order is the history's.
                break
            }
        }
        follow(topology, contexts, historyReaders)
    }

    deinit { cancel() }

    func cancel() {
        for follower in followers.withLock({ $0 }) { follower.stop() }
        let list = tokens.withLock { tokens in
            let list = tokens.list
            tokens.list = []
            return Tokens(list: list)
        }
        for token in list.list { NotificationCenter.default.removeObserver(token) }
    }

    func onRefetch(_ body: @escaping Refetch) {
        refetch.withLock { $0 = body }
    }

    /// - Parameter context: whose notifications; `nil` for all of the name on the coordinators.
    private func observe(
        _ notification: Notification.Name, of context: NSManagedObjectContext?, named name: String,
        _ coordinators: [NSPersistentStoreCoordinator],
        _ body: @escaping @Sendable (Notification) -> Void
    ) {
        let hearsAll = context == nil
        let token = NotificationCenter.default.addObserver(
            forName: notification, object: context, queue: nil
        ) { notification in
            if hearsAll {
                guard let sender = notification.object as? NSManagedObjectContext,
                    sender.name == name,
                    coordinators.contains(where: { $0 === sender.persistentStoreCoordinator })
                else { return }
            }
            body(notification)
        }
        tokens.withLock { $0.list.append(token) }
    }

    /// Merges inserted objects by the rule of each merge from the context, without a notification.
    func mergeInserted(_ ids: [NSManagedObjectID], from context: String) {
        for (rule, to, isElsewhere, isPending) in targets where rule.from == context {
            // The request has its transaction in history.
            guard rule.mode != .history else { continue }
            guard rule.mode != .refetch else {
                refetch(in: to, isPending)
                continue
            }
            // Only IDs and URIs, which are immutable; the dictionary is handed over, not shared.
            nonisolated(unsafe) let changes: [AnyHashable: Any] = [
                NSInsertedObjectsKey: isElsewhere ? ids.map { $0.uriRepresentation() } : ids
            ]
            Self.deliver(rule.delivery, to: to) { context in
                NSManagedObjectContext.mergeChanges(fromRemoteContextSave: changes, into: [context])
            }
        }
    }

    // MARK: Merging, called on the saving context's queue

    /// - Parameter ids: objects that the target holds, with their values, before it merges.
    private static func merge(
        _ notification: Notification, into target: StackContext, by delivery: MergeRule.Delivery,
        faulting ids: [NSManagedObjectID]
    ) {
        // The notification holds objects of the saving context; merging reads their IDs alone, as
        // Apple's documentation of mergeChanges(fromContextDidSave:) promises.
        nonisolated(unsafe) let notification = notification
        deliver(delivery, to: target) { context in
            let held = ids.map(context.object(with:))
            for object in held { object.willAccessValue(forKey: nil) }
            // A context forgets objects without another reference.
            withExtendedLifetime(held) {
                context.mergeChanges(fromContextDidSave: notification)
            }
        }
    }

    /// A set has no order, and fetching one by one needs one.
    private static func ordered(_ ids: [NSManagedObjectID]) -> [NSManagedObjectID] {
        ids.map { ($0, $0.uriRepresentation().absoluteString) }.sorted { $0.1 < $1.1 }.map(\.0)
    }

    private static func mergeIDs(
        _ notification: Notification, into target: StackContext, by delivery: MergeRule.Delivery,
        isOnAnotherCoordinator: Bool
    ) {
        let keys = [NSInsertedObjectIDsKey, NSUpdatedObjectIDsKey, NSDeletedObjectIDsKey]
        var changes: [AnyHashable: Any] = [:]
        for key in keys {
            guard let ids = notification.userInfo?[key] as? Set<NSManagedObjectID> else { continue }
            // An ID belongs to its coordinator; its URI names the row for any other. A set has no
            // order, and an array is merged in its own.
            changes[key] =
                isOnAnotherCoordinator
                ? ids.map { $0.uriRepresentation() }
                    .sorted { $0.absoluteString < $1.absoluteString } : ids
        }
        // Only IDs and URIs, as in `mergeInserted`.
        nonisolated(unsafe) let merged = changes
        deliver(delivery, to: target) { context in
            NSManagedObjectContext.mergeChanges(fromRemoteContextSave: merged, into: [context])
        }
    }

    private static func deliver(
        _ delivery: MergeRule.Delivery, to target: StackContext,
        _ body: @escaping @Sendable (NSManagedObjectContext) -> Void
    ) {
        switch delivery {
        case .perform: target.context.perform { body(target.context) }
        case .performAndWait: target.context.performAndWait { body(target.context) }
        }
    }

    // MARK: Refetching

    /// Whether something is on its way, so that it need not be sent again.
    private final class Flag: Sendable {
        private let isSet = Mutex(false)

        /// Sets the flag, and returns its former value.
        func set(_ value: Bool) -> Bool {
            isSet.withLock { flag in
                defer { flag = value }
                return flag
            }
        }
    }

    /// Enqueues a refetch, unless a pending one will see this save, too.
    private func refetch(in target: StackContext, _ isPending: Flag) {
        guard !isPending.set(true) else { return }
        target.context.perform { [weak self] in
            _ = isPending.set(false)
            self?.readAnew(target)
        }
    }

    /// - Precondition: on the target's queue.
    private func readAnew(_ target: StackContext) {
        // Refreshing alone leaves a pinned context where it was. Setting `current` throws nothing:
        // a token of another coordinator would.
        try? target.pin()
        // Objects with unsaved changes keep them; all others are read anew.
        target.context.refreshAllObjects()
        refetch.withLock { $0 }?(target.context)
    }

    // MARK: History

    private func follow(
        _ topology: Topology, _ contexts: [StackContext], _ readers: [String: StackContext]
    ) {
        let keeper = HistoryKeeper(topology.history, followers: readers.count)
        var made: [HistoryFollower] = []
        for name in topology.historyFollowers {
            guard let receiver = contexts.first(where: { $0.name == name }),
                let reader = readers[name],
                let coordinator = receiver.context.persistentStoreCoordinator
            else { continue }
            let rules = topology.merges.filter { $0.mode == .history && $0.to == name }
            var authors: [String: Bool] = [:]
            for root in rules.compactMap({ topology.ancestry(of: $0.from).last }) {
                authors[root.name] = root.parent != receiver.layout.parent
            }
            let ends = HistoryFollower.Ends(
                receiver: receiver, reader: reader, delivery: rules[0].delivery, authors: authors)
            let follower = HistoryFollower(
                ends, keeper: keeper, number: made.count, coordinator: coordinator
            ) { [weak self] in self?.readAnew($0) }
            made.append(follower)
            let token = NotificationCenter.default.addObserver(
                forName: .NSPersistentStoreRemoteChange, object: coordinator, queue: nil
            ) { [weak follower] _ in follower?.noteChange() }
            tokens.withLock { $0.list.append(token) }
        }
        let all = made
        followers.withLock { $0 = all }
    }

    /// - Parameter done: called when the readers of history have done what was enqueued before.
    func drain(done: @escaping @Sendable () -> Void) {
        Self.drain(followers.withLock { $0 }[...], done: done)
    }

    private static func drain(
        _ rest: ArraySlice<HistoryFollower>, done: @escaping @Sendable () -> Void
    ) {
        guard let follower = rest.first else { return done() }
        follower.drain { drain(rest.dropFirst(), done: done) }
    }
}
