import CTracingVFS
import Execution

/// The trace of one store that is opened through `TracingVFS`: its log, its faults, its exact kill,
/// its clock.
///
/// Make it before the store is opened; a file that is already open is not seen. To it belong the
/// database, its write-ahead log, its journal and its super-journals, by all connections of the
/// process. The files of other stores have methods that know no trace. One mutex is held across
/// each call that changes a file, so that the log has the kernel's order; two connections' syncs do
/// not overlap for that reason.
///
///     let trace = try StoreTrace(databaseAt: path)
///     … open, work, close …
///     let log = try trace.log()
///     trace.end()
package final class StoreTrace: Sendable {
    /// Protected by its own mutex and atomics; freed when the last open file is gone.
    nonisolated(unsafe) let trace: OpaquePointer
    private let keepsPayload: Bool

    /// Begins to trace the store at a path.
    ///
    /// Existing files are logged with their size as creates (`isExisting`): copy them before the
    /// store is opened if the log is to be replayed.
    ///
    /// - Parameters:
    ///   - path: the database; symbolic links are resolved as SQLite does.
    ///   - keepsPayload: whether the log keeps the written bytes. Without them it takes about 60
    ///     bytes an operation.
    ///   - syncs: whether a sync reaches the device. Without it, it is told, counted and logged,
    ///     and returns at once: for virtual time, whose stores outlive no loss of power.
    ///   - faults: calls that fail; if several match one call, the first one's code counts.
    ///   - kill: the call at which the process dies.
    ///   - environment: the clock and the observer of calls; `nil` for `CLOCK_MONOTONIC` and no
    ///     observer. It is kept until the trace has ended and its last file is closed.
    /// - Throws: `StoreIOError` if the path has a trace already or cannot be resolved, or if the
    ///   VFS cannot be registered.
    package init(
        databaseAt path: String, keepsPayload: Bool = true, syncs: Bool = true,
        faults: [StoreFault] = [],
        kill: StoreKill? = nil, environment: (any StoreTraceEnvironment)? = nil
    ) throws {
        try TracingVFS.register()
        self.keepsPayload = keepsPayload
        var options = ctracing_trace_options()
        options.keeps_payload = keepsPayload ? 1 : 0
        options.skips_syncs = syncs ? 0 : 1
        options.kill_operation = UInt64(kill?.operation ?? 0)
        options.kills_after = kill?.isAfter == true ? 1 : 0
        if let environment { options.environment = StoreTraceCallbacks.over(environment) }
        var made: OpaquePointer?
        let code = path.withCString { path in
            faults.map(\.value).withUnsafeBufferPointer { faults in
                options.path = path
                options.faults = faults.baseAddress
                options.fault_count = faults.count
                return ctracing_trace_begin(&options, &made)
            }
        }
        guard let made else {
            options.environment.release?(options.environment.context)
            throw StoreIOError.traceRefused(path: path, code: code)
        }
        trace = made
    }

    deinit {
        ctracing_trace_end(trace)
        ctracing_trace_release(trace)
    }

    /// Ends the log, the faults and the kill; the path is free for another trace.
    ///
    /// Open files work on, untraced. The log stays. A second call has no effect.
    package func end() { ctracing_trace_end(trace) }

    /// Appends a mark to the log.
    package func note(_ id: UInt64) { ctracing_trace_note(trace, id) }

    /// Copies the log up to now.
    ///
    /// Changes of the store's files wait meanwhile.
    ///
    /// - Throws: `StoreIOError` if memory did not suffice to log everything.
    /// - Complexity: O(operations + payload).
    package func log() throws -> StoreLog {
        var view = ctracing_log_view()
        ctracing_trace_begin_reading(trace, &view)
        defer { ctracing_trace_end_reading(trace) }
        guard view.is_incomplete == 0 else { throw StoreIOError.logIncomplete() }
        return StoreLog(copying: view, keepsPayload: keepsPayload)
    }

    /// The counts of calls on this store's files since the trace began, of commits and of
    /// checkpoints.
    ///
    /// Calls that were made to fail are included. A loop over the faults of a run goes through
    /// these counts, by call and file.
    package func callCounts() -> StoreIOCounts {
        var raw = ctracing_vfs_counts()
        ctracing_trace_snapshot(trace, &raw)
        return StoreIOCounts(raw)
    }

    /// Lets every call through from now on: the device has room again.
    package func clearFaults() { ctracing_trace_clear_faults(trace) }

    /// How many calls were made to fail.
    package var faultsHit: Int { Int(ctracing_trace_faults_hit(trace)) }
}

extension StoreLog {
    /// - Precondition: the view may be read.
    fileprivate init(copying view: ctracing_log_view, keepsPayload: Bool) {
        self.init(
            keepsPayload: keepsPayload,
            files: UnsafeBufferPointer(start: view.files, count: view.file_count).indices.map {
                let file = view.files + $0
                return File(
                    class: StoreFile(file.pointee.file_class),
                    pathSuffix: String(cString: ctracing_log_file_suffix(file)))
            },
            operations: UnsafeBufferPointer(start: view.operations, count: view.operation_count)
                .map(Operation.init),
            payload: Array(UnsafeBufferPointer(start: view.payload, count: view.payload_count)))
    }
}

extension StoreLog.Operation {
    fileprivate init(_ operation: ctracing_operation) {
        let payload = Int(operation.payload_offset)
        self.init(
            StoreLog.Kind(rawValue: operation.kind)!, file: Int(operation.file),
            at: Instant(nanoseconds: operation.at), offset: Int(operation.offset),
            length: Int(operation.length),
            payload: payload..<payload + Int(operation.payload_length), flags: operation.flags,
            result: operation.result)
    }
}
