import CoreData
import Execution
import Foundation
import Synchronization

/// Writes down which contexts of a coordinator saved, in order, and on which thread:
/// `main on main`, `private off main`.
///
/// The lock protects the entries; the token is set in `init` and read in `deinit`.
final class SaveLog: @unchecked Sendable {
    private let coordinator: NSPersistentStoreCoordinator
    private let written = Mutex<[String]>([])
    private var token: (any NSObjectProtocol)?

    init(_ coordinator: NSPersistentStoreCoordinator) {
        self.coordinator = coordinator
        token = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextDidSave, object: nil, queue: nil
        ) { [weak self] note in
            guard let self, let context = note.object as? NSManagedObjectContext else { return }
            add(context)
        }
    }

    deinit {
        if let token { NotificationCenter.default.removeObserver(token) }
    }

    var entries: [String] { written.withLock { $0 } }

    private func add(_ context: NSManagedObjectContext) {
        guard context.persistentStoreCoordinator === coordinator else { return }
        let isMain = context.concurrencyType == .mainQueueConcurrencyType
        let place = Executions.current.isOnMainThread ? "on main" : "off main"
        written.withLock { $0.append("\(isMain ? "main" : "private") \(place)") }
    }
}
