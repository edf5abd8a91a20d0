import CoreData
import Synchronization

/// Hears the statements that a coordinator's stores run.
final class StatementCounter: Sendable {
    private let texts = Mutex<[String]>([])

    init(_ coordinator: NSPersistentStoreCoordinator) {
        coordinator.observeStatements { [self] text in texts.withLock { $0.append(text) } }
    }

    /// The statements since the last time.
    func take() -> [String] {
        texts.withLock { texts in
            defer { texts = [] }
            return texts
        }
    }
}
