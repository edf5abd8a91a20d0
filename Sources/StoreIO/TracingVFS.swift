import CSQLite
import CTracingVFS
import Execution

/// The VFS through which the lab opens its stores: it counts and times what SQLite does to files.
///
/// It stands over the default VFS and is chosen for each store by name, so nothing else in the
/// process pays for it. The counters are the process's: two stores that are open at once add up.
package enum TracingVFS {
    /// The name to open a store with.
    package static let name = CTRACING_VFS_NAME

    /// Makes the VFS known to SQLite.
    ///
    /// Calling it again does nothing.
    ///
    /// - Throws: `StoreIOError` when SQLite has no default VFS to stand on or cannot register.
    package static func register() throws {
        let code = ctracing_vfs_register()
        guard code == SQLITE_OK else { throw StoreIOError.registrationFailed(code: code) }
    }

    /// Whether a connection does its I/O through this VFS: a store that was opened without the name
    /// would be measured as one that does none.
    ///
    /// - Precondition: `connection` is open, and the caller may use it.
    package static func serves(_ connection: OpaquePointer) -> Bool {
        var names: UnsafeMutablePointer<CChar>?
        let code = sqlite3_file_control(connection, "main", SQLITE_FCNTL_VFSNAME, &names)
        guard code == SQLITE_OK, let names else { return false }
        defer { sqlite3_free(names) }
        return String(cString: names).hasPrefix(name + "/")
    }

    /// What counting and timing one call adds to it, in nanoseconds; `StoreIOCounts.countedCalls`
    /// says how often.
    ///
    /// Takes about a millisecond.
    package static func measureCallCost() -> Double {
        // 10,000 rounds of about 100 ns: the machine's timer tick is a thousandth of the sum.
        ctracing_vfs_call_cost(10_000)
    }

    /// What a trace without an environment adds to a write of 4,096 bytes, in nanoseconds; with the
    /// payload it is the copy into memory that is new.
    ///
    /// Takes some milliseconds.
    package static func measureTraceCost(keepsPayload: Bool) -> Double {
        ctracing_trace_call_cost(10_000, 4_096, keepsPayload ? 1 : 0)
    }

    /// Shows every sync on the main thread to the execution's observer, as a span `sync`; `nil`
    /// ends that.
    ///
    /// Syncs on other threads are counted and timed, but are nobody's span. Call it once for each
    /// execution that is measured: each call keeps its execution alive for as long as the process,
    /// because a sync that has begun must find the same observer when it ends.
    package static func reportSyncs(to execution: (any Execution)?) {
        guard let execution, execution.observer != nil else {
            return ctracing_vfs_set_sync_hook(nil, nil, nil)
        }
        let reporter = Unmanaged.passRetained(SyncReporter(execution: execution))
        ctracing_vfs_set_sync_hook(
            { context, _ in
                let reporter = Unmanaged<SyncReporter>.fromOpaque(context!).takeUnretainedValue()
                reporter.syncWillBegin()
            },
            { context, _ in
                let reporter = Unmanaged<SyncReporter>.fromOpaque(context!).takeUnretainedValue()
                reporter.syncDidEnd()
            },
            reporter.toOpaque())
    }
}

/// Hands the begin and the end of a sync to an execution's observer.
private final class SyncReporter: Sendable {
    private let execution: any Execution

    init(execution: any Execution) {
        self.execution = execution
    }

    func syncWillBegin() {
        guard execution.isOnMainThread else { return }
        execution.observer?.spanWillBegin(.sync)
    }

    func syncDidEnd() {
        guard execution.isOnMainThread else { return }
        execution.observer?.spanDidEnd(.sync)
    }
}
