import Execution
import Synchronization

/// Puts a traced store's calls on an execution's clock: each takes its time there, and others may
/// run meanwhile.
///
/// A sync takes time for the bytes that the file received since its last one, and cutting or
/// deleting a file for those that it loses, if it was ever synced: else none was on the disk. What
/// lies behind a cut was synced before: a log that begins anew is written from its front. In real
/// time it only tells the time.
package final class ExecutionEnvironment: StoreTraceEnvironment {
    private struct File {
        /// The bytes that it received since its last sync.
        var unsynced = 0
        var wasSynced = false
    }

    private let execution: any Execution
    /// By the file's raw value; the files of large values count as one, which stays.
    private let files = Mutex([File](repeating: File(), count: StoreFile.allCases.count))

    package init(_ execution: any Execution) {
        self.execution = execution
    }

    package var now: Instant { execution.now }

    package func willCall(_ call: StoreCall, _ file: StoreFile, bytes: Int) {
        let moved = files.withLock { files in
            let place = file.rawValue
            switch call {
            case .write:
                files[place].unsynced += bytes
                return bytes
            case .sync:
                defer { files[place] = File(wasSynced: true) }
                return files[place].unsynced
            case .truncate: return files[place].wasSynced ? bytes : 0
            case .delete:
                defer { if file != .external { files[place] = File() } }
                return files[place].wasSynced ? bytes : 0
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
