import Execution
import Foundation
import Synchronization

extension NSNotification.Name {
    /// Posted after a write to a store, by whichever coordinator of this process; its object is the
    /// store's own coordinator.
    ///
    /// It comes on a queue of the framework's, later than the write. Writes that follow each other
    /// quickly may be told once, with the newest token: read the history, do not count.
    public static let NSPersistentStoreRemoteChange = NSNotification.Name(
        "NSPersistentStoreRemoteChangeNotification")
}

/// Posts the remote-change notifications of one store.
final class RemoteChangeListener: Sendable {
    private struct State {
        var isEnqueued = false
        /// The highest number of a transaction that was not posted yet.
        var number: Int64?
        /// Device and inode of the file; the store may be moved.
        var file: [UInt64]?
    }

    // The listener ends with the store.
    private unowned let store: SQLiteStore
    private let execution: any Execution
    private let queue: any ExecutionQueue
    private let state: Mutex<State>

    /// - Precondition: the store's file exists.
    init(_ store: SQLiteStore) {
        self.store = store
        execution = store.execution
        queue = execution.makeQueue(label: "remote changes", cause: .waitForCoordinator)
        state = Mutex(State(file: RegularFile(store.settings.path).identity))
    }

    /// Looks for the file anew, after the store was moved.
    func follow(_ path: String) {
        state.withLock { $0.file = RegularFile(path).identity }
    }

    private var file: [UInt64]? { state.withLock { $0.file } }

    /// Whether a write of another listener's store is one to this store's file.
    func hears(_ writer: RemoteChangeListener) -> Bool {
        guard self !== writer else { return true }
        // Queues of two executions cannot wait for each other.
        guard execution === writer.execution, let file else { return false }
        return file == writer.file
    }

    /// Enqueues a notification, unless one is waiting: that takes the newer number along.
    func tell(_ number: Int64?) {
        let isWaiting = state.withLock { state in
            state.number = [state.number, number].compactMap { $0 }.max()
            defer { state.isEnqueued = true }
            return state.isEnqueued
        }
        guard !isWaiting else { return }
        execution.charge(.remoteChangesTold, 1)
        queue.async { [anchor = store.anchor, self] in
            let number = state.withLock { state in
                state.isEnqueued = false
                defer { state.number = nil }
                return state.number
            }
            if let store = anchor.object(as: SQLiteStore.self) { post(store, number) }
        }
    }

    private func post(_ store: SQLiteStore, _ number: Int64?) {
        guard let coordinator = store.persistentStoreCoordinator else { return }
        var info: [AnyHashable: Any] = [NSStoreUUIDKey: store.identifier as String]
        info[NSPersistentStoreURLKey] = store.url
        if let history = store.history {
            let last =
                number
                ?? (try? store.reading("Reading history") { connection in
                    try HistoryReader(store, history, connection).last()
                })
            info[NSPersistentHistoryTokenKey] = last.map {
                NSPersistentHistoryToken([store.identifier: $0])
            }
        }
        execution.span(.notify) {
            NotificationCenter.default.post(
                name: .NSPersistentStoreRemoteChange, object: coordinator, userInfo: info)
        }
    }
}
