import Execution
import Synchronization

/// Puts a traced store's calls on an execution's clock: each takes its time there, and others may
/// run meanwhile.
///
/// A sync takes time for the bytes that the file received since its last one, and cutting or
/// deleting a file for those of its bytes that were synced: others never were on the disk. In real
/// time it only tells the time.
package final class ExecutionEnvironment: StoreTraceEnvironment {
    private let execution: any Execution
    /// The bytes that each file received since its last sync, by the file's raw value.
    private let unsynced = Mutex([Int](repeating: 0, count: StoreFile.allCases.count))

    package init(_ execution: any Execution) {
        self.execution = execution
    }

    package var now: Instant { execution.now }

    package func willCall(_ call: StoreCall, _ file: StoreFile, bytes: Int) {
        let moved = unsynced.withLock { unsynced in
            switch call {
            case .write:
                unsynced[file.rawValue] += bytes
                return bytes
            case .sync:
                defer { unsynced[file.rawValue] = 0 }
                return unsynced[file.rawValue]
            case .truncate: return max(0, bytes - unsynced[file.rawValue])
            case .delete:
                defer { unsynced[file.rawValue] = 0 }
                return max(0, bytes - unsynced[file.rawValue])
            case .open, .read: return bytes
            }
        }
        execution.io(call.kind, bytes: moved)
    }

    package func didCall(_ call: StoreCall, _ file: StoreFile, bytes: Int) {}

    package func willLockWALIndex() {
        execution.interaction()
    }
}

extension StoreCall {
    /// What the seam calls it.
    fileprivate var kind: IOKind {
        switch self {
        case .open: .open
        case .delete: .delete
        case .read: .read
        case .write: .write
        case .truncate: .truncate
        case .sync: .sync
        }
    }
}
