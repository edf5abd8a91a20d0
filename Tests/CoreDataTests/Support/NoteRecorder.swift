import CoreData
import Foundation

/// Notifications of one context, in the order in which they came.
final class NoteRecorder: @unchecked Sendable {
    // Written on the context's queue, read after the context was waited for.
    private(set) var notes: [Notification] = []
    private var token: (any NSObjectProtocol)?

    init(_ name: Notification.Name, _ context: NSManagedObjectContext) {
        token = NotificationCenter.default.addObserver(
            forName: name, object: context, queue: nil
        ) { [unowned self] in notes.append($0) }
    }

    deinit {
        token.map(NotificationCenter.default.removeObserver)
    }

    /// The objects under a key of the newest notification.
    func objects(_ key: String) -> Set<NSManagedObject>? {
        notes.last?.userInfo?[key] as? Set<NSManagedObject>
    }

    func ids(_ key: String) -> Set<NSManagedObjectID>? {
        notes.last?.userInfo?[key] as? Set<NSManagedObjectID>
    }
}
