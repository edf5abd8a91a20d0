import CTracingVFS

/// What the tracing VFS has counted: calls, bytes and time by kind of call and class of file.
///
/// Take one at each end of what you measure and subtract. Wall time of reads and writes is the page
/// cache's, as a rule; that of syncs is the device's.
package struct StoreIOCounts: Sendable, Hashable, Codable {
    /// The calls of one kind for one class of file.
    package struct Calls: Sendable, Hashable, Codable {
        /// Calls that returned, whether they succeeded or not.
        package var count = 0
        /// Bytes that reads and writes asked for; 0 for the other kinds.
        package var bytes = 0
        /// Wall time in the VFS below, nanoseconds.
        package var nanoseconds: Int64 = 0

        package init() {}
    }

    /// One entry for each pair of file and call, in the order of `index(_:_:)`.
    private var calls = [Calls](
        repeating: Calls(), count: StoreFile.allCases.count * StoreCall.allCases.count)
    /// Write transactions that SQLite committed, those that changed nothing included.
    package var commits = 0
    /// Checkpoints that copied pages and came to the end of it.
    package var checkpoints = 0

    /// Nothing counted.
    package init() {}

    /// Everything since the process began.
    ///
    /// Any thread, below 1 µs.
    ///
    /// Calls in flight on other threads may be in one counter and not yet in another.
    package static var current: StoreIOCounts {
        var raw = ctracing_vfs_counts()
        ctracing_vfs_snapshot(&raw)
        return StoreIOCounts(raw)
    }

    init(_ raw: ctracing_vfs_counts) {
        var raw = raw
        for file in StoreFile.allCases {
            for call in StoreCall.allCases {
                let cell = ctracing_vfs_count_of(&raw, file.code, call.code)
                self[file, call].count = Int(cell.calls)
                self[file, call].bytes = Int(cell.bytes)
                self[file, call].nanoseconds = Int64(cell.nanoseconds)
            }
        }
        commits = Int(raw.commits)
        checkpoints = Int(raw.checkpoints_done)
    }

    package subscript(file: StoreFile, call: StoreCall) -> Calls {
        get { calls[Self.index(file, call)] }
        set { calls[Self.index(file, call)] = newValue }
    }

    /// What came between two snapshots.
    package static func - (later: StoreIOCounts, earlier: StoreIOCounts) -> StoreIOCounts {
        var difference = later
        for index in difference.calls.indices {
            difference.calls[index].count -= earlier.calls[index].count
            difference.calls[index].bytes -= earlier.calls[index].bytes
            difference.calls[index].nanoseconds -= earlier.calls[index].nanoseconds
        }
        difference.commits -= earlier.commits
        difference.checkpoints -= earlier.checkpoints
        return difference
    }

    /// The calls of one kind for the store: database, log and journal, without temporary files.
    package func total(_ call: StoreCall) -> Calls {
        var total = Calls()
        for file in StoreFile.allCases where file != .other {
            total.count += self[file, call].count
            total.bytes += self[file, call].bytes
            total.nanoseconds += self[file, call].nanoseconds
        }
        return total
    }

    /// `store.syncs`: syncs of the database, its log and its journal.
    package var syncs: Int { total(.sync).count }
    /// `store.writes`: write calls.
    ///
    /// A frame of the log is two: its header and its page.
    package var writes: Int { total(.write).count }
    /// `store.bytes_written`.
    package var bytesWritten: Int { total(.write).bytes }

    /// Every call that the VFS counted, temporary files included: what its own cost is a multiple
    /// of.
    package var countedCalls: Int {
        calls.reduce(0) { $0 + $1.count }
    }

    private static func index(_ file: StoreFile, _ call: StoreCall) -> Int {
        file.rawValue * StoreCall.allCases.count + call.rawValue
    }
}
