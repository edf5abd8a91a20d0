import Execution

/// Puts a traced store's calls on an execution's clock: each takes its time there, and others may
/// run meanwhile.
///
/// In real time it only tells the time.
package final class ExecutionEnvironment: StoreTraceEnvironment {
    private let execution: any Execution

    package init(_ execution: any Execution) {
        self.execution = execution
    }

    package var now: Instant { execution.now }

    package func willCall(_ call: StoreCall, _ file: StoreFile, bytes: Int) {
        execution.io(call.kind, bytes: bytes)
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
