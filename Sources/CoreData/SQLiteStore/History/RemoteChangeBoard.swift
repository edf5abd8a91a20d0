import Execution
import Foundation
import Synchronization

/// The stores of this process that want to hear of writes to their files, by whichever coordinator.
///
///     coordinator A   save: COMMIT ─┬─▶ post
///     its own queue                 ├──▶ .NSPersistentStoreRemoteChange of A
///     coordinator B                 │
///     its own queue                 └──▶ .NSPersistentStoreRemoteChange of B
///
/// What another process writes is not seen: SQLite has no call that waits for it.
final class RemoteChangeBoard: Sendable {
    static let shared = RemoteChangeBoard()

    private let listeners = Mutex<[RemoteChangeListener]>([])

    func add(_ listener: RemoteChangeListener) {
        listeners.withLock { $0.append(listener) }
    }

    func remove(_ listener: RemoteChangeListener) {
        listeners.withLock { $0.removeAll { $0 === listener } }
    }

    /// Tells all stores of a writer's file, the writer's own among them.
    ///
    /// - Parameter number: the transaction's number in the history; `nil` if it has none.
    func post(from writer: RemoteChangeListener, transaction number: Int64?) {
        let all = listeners.withLock { $0 }
        for listener in all where listener.hears(writer) { listener.tell(number) }
    }
}
