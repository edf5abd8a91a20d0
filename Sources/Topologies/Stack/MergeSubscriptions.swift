import CoreData
import Foundation
import Synchronization

/// What brings the saves of one context into another, for as long as it lives.
final class MergeSubscriptions: Sendable {
    /// Observers are plain objects that may be removed from any thread.
    private struct Tokens: @unchecked Sendable { var list: [any NSObjectProtocol] = [] }
    private let tokens = Mutex(Tokens())

    init(_ rules: [MergeRule], contexts: [StackContext]) {
        func context(_ name: String) -> StackContext { contexts.first { $0.name == name }! }
        for rule in rules {
            let from = context(rule.from)
            let to = context(rule.to)
            switch rule.mode {
            case .automatic:
                to.context.performAndWait {
                    to.context.automaticallyMergesChangesFromParent = true
                }
            case .didSave:
                let token = NotificationCenter.default.addObserver(
                    forName: .NSManagedObjectContextDidSave, object: from.context, queue: nil
                ) { notification in
                    Self.merge(notification, into: to, by: rule.delivery)
                }
                tokens.withLock { $0.list.append(token) }
            }
        }
    }

    deinit { cancel() }

    func cancel() {
        let list = tokens.withLock { tokens in
            let list = tokens.list
            tokens.list = []
            return Tokens(list: list)
        }
        for token in list.list { NotificationCenter.default.removeObserver(token) }
    }

    /// Called on the saving context's queue.
    private static func merge(
        _ notification: Notification, into target: StackContext, by delivery: MergeRule.Delivery
    ) {
        // The notification holds objects of the saving context; merging reads their IDs alone, as
        // Apple's documentation of mergeChanges(fromContextDidSave:) promises.
        nonisolated(unsafe) let notification = notification
        switch delivery {
        case .perform:
            target.context.perform {
                target.context.mergeChanges(fromContextDidSave: notification)
            }
        case .performAndWait:
            target.context.performAndWait {
                target.context.mergeChanges(fromContextDidSave: notification)
            }
        }
    }
}
