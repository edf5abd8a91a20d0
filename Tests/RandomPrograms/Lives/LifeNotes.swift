import CoreData
import Foundation

/// Records the announcements of a program's contexts, without holding their objects.
///
/// On real queues several contexts merge at once: what they add to has a lock, which is never held
/// while an object is looked at.
package final class LifeNotes: @unchecked Sendable {
    /// An object of a notification: by its number, or, if only reading would give that, by its ID.
    package enum Subject: Hashable {
        case number(Int)
        case id(NSManagedObjectID)
    }

    package struct Saved {
        var inserted: [Subject] = []
        var updated: [Subject] = []
        var deleted: [Subject] = []
    }

    package struct Heard {
        var saves: [Saved] = []
        var savedIDs = 0
        package var changes: [[Subject]] = []
        /// The numbers of updated and refreshed objects in each merge.
        var merges: [(updated: Int, refreshed: Int)] = []
    }

    private let lock = NSLock()
    private var heard: [Int: Heard] = [:]
    private var saves: [Int: Notification] = [:]
    private var tokens: [any NSObjectProtocol] = []
    private let number: (NSManagedObject, Int) -> Int?

    /// - Parameters:
    ///   - hearsAll: whether to observe more than the saves, which are kept to be merged.
    ///   - number: the number of an object of a context, where reading is not needed.
    package init(
        _ contexts: [NSManagedObjectContext], hearsAll: Bool,
        number: @escaping (NSManagedObject, Int) -> Int?
    ) {
        self.number = number
        for (index, context) in contexts.enumerated() {
            observe(.NSManagedObjectContextDidSaveObjectIDs, context) { [unowned self] info in
                let save = Notification(
                    name: .NSManagedObjectContextDidSaveObjectIDs, object: nil, userInfo: info)
                lock.withLock { saves[index] = save }
                note(index) { $0.savedIDs += 1 }
            }
            if hearsAll { observeAll(context, index) }
        }
    }

    private func observeAll(_ context: NSManagedObjectContext, _ index: Int) {
        observe(.NSManagedObjectContextDidSave, context) { [unowned self] info in
            var saved = Saved()
            saved.inserted = subjects(info, NSInsertedObjectsKey, index)
            saved.updated = subjects(info, NSUpdatedObjectsKey, index)
            saved.deleted = subjects(info, NSDeletedObjectsKey, index)
            note(index) { $0.saves.append(saved) }
        }
        observe(.NSManagedObjectContextObjectsDidChange, context) { [unowned self] info in
            let keys = [
                NSInsertedObjectsKey, NSUpdatedObjectsKey, NSDeletedObjectsKey,
                NSRefreshedObjectsKey,
            ]
            guard info[NSInvalidatedAllObjectsKey] == nil else { return }
            let all = keys.flatMap { subjects(info, $0, index) }
            note(index) { $0.changes.append(all) }
        }
        observe(.NSManagedObjectContextDidMergeChangesObjectIDs, context) {
            [unowned self] info in
            func count(_ key: String) -> Int {
                (info[key] as? Set<NSManagedObjectID>)?.count ?? 0
            }
            let merge = (count(NSUpdatedObjectIDsKey), count(NSRefreshedObjectIDsKey))
            note(index) { $0.merges.append(merge) }
        }
    }

    private func note(_ context: Int, _ add: (inout Heard) -> Void) {
        lock.withLock { add(&heard[context, default: Heard()]) }
    }

    /// The last did-save notification of a context, in its form with IDs.
    package func lastSave(of context: Int) -> Notification? {
        lock.withLock { saves[context] }
    }

    /// The announcements since the last time.
    package func take() -> [Int: Heard] {
        lock.withLock {
            defer { heard = [:] }
            return heard
        }
    }

    package func stop() {
        for token in tokens { NotificationCenter.default.removeObserver(token) }
        tokens = []
    }

    private func observe(
        _ name: Notification.Name, _ context: NSManagedObjectContext,
        _ body: @escaping ([AnyHashable: Any]) -> Void
    ) {
        nonisolated(unsafe) let body = body
        tokens.append(
            NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) {
                body($0.userInfo ?? [:])
            })
    }

    private func subjects(
        _ info: [AnyHashable: Any], _ key: String, _ context: Int
    ) -> [Subject] {
        (info[key] as? Set<NSManagedObject> ?? []).map { object in
            number(object, context).map { .number($0) } ?? .id(object.objectID)
        }
    }
}
