import CoreData
import Execution
import Foundation
import Synchronization
import Topologies

/// An app's reaction on the main queue to the objects of an import, when their context has saved.
///
///     importer's queue                     main queue
///     ────────────────                     ──────────
///     save ─▶ did-save note
///             right: the objects' IDs ──▶  object(with: id) in the ui's context, and read
///             wrong: the objects ───────▶  read, beside the queue that they belong to
///
/// The wrong way is the one that `-com.apple.CoreData.ConcurrencyDebug 1` traps. Without that
/// argument it may read an object while the importer's context changes it.
final class SavedObjectsHandler: Sendable {
    /// The observer is a plain object that may be removed from any thread.
    private struct Token: @unchecked Sendable {
        let observer: any NSObjectProtocol
    }

    /// Objects on their way to a queue that is not theirs: the mistake itself.
    private struct Objects: @unchecked Sendable {
        let list: [NSManagedObject]
    }

    private let token = Mutex<Token?>(nil)

    /// - Parameters:
    ///   - senders: the names of the contexts whose saves are heard.
    ///   - list: the entities of the objects that are looked at, and the text that is read of each.
    ///   - stack: its ui gets the objects, as it gets the user's operations.
    init(
        taking what: UserRole.SavedObjects, from senders: [String],
        list: (entities: [String], key: String), into stack: any Stack
    ) {
        let observer = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextDidSave, object: nil, queue: nil
        ) { note in
            guard let context = note.object as? NSManagedObjectContext,
                context.name.map(senders.contains) == true,
                Self.belongs(context, to: stack),
                let inserted = note.userInfo?[NSInsertedObjectsKey] as? Set<NSManagedObject>
            else { return }
            // On the saving context's queue, which its objects require.
            let objects = inserted.filter { list.entities.contains($0.entity.name ?? "") }
            guard !objects.isEmpty else { return }
            switch what {
            case .ids:
                let ids = objects.map(\.objectID)
                stack.execution.mainQueue.async {
                    stack.submit(for: .ui) { target in
                        for id in ids { Self.show(target.context.object(with: id), list.key) }
                    }
                }
            case .objects:
                let objects = Objects(list: Array(objects))
                stack.execution.mainQueue.async {
                    for object in objects.list { Self.show(object, list.key) }
                }
            }
        }
        token.withLock { $0 = Token(observer: observer) }
    }

    func cancel() {
        let token = token.withLock { token in
            defer { token = nil }
            return token
        }
        if let token { NotificationCenter.default.removeObserver(token.observer) }
    }

    /// Whether the context saves into one of the stack's stores, in the end.
    ///
    /// Another stack in the process may have a context of the same name.
    private static func belongs(_ context: NSManagedObjectContext, to stack: any Stack) -> Bool {
        var root = context
        while let parent = root.parent { root = parent }
        return stack.coordinators.contains { $0 === root.persistentStoreCoordinator }
    }

    private static func show(_ object: NSManagedObject, _ key: String) {
        let text = object.value(forKey: key)
        // A line of a file may have brought none.
        precondition(text == nil || text is String, "the list's text is another value")
    }
}
