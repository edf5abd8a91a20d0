import Execution
import Foundation
import Synchronization

/// The connections of one store: a writer, several readers, and one for checkpoints.
///
///     pool size 1    every request waits for the writer's connection, which checkpoints too
///     pool size n    requests that write wait for it; up to n − 1 reads run beside, and so does
///                    a checkpoint, on a connection of its own
///
/// Readers and the checkpoint's connection are opened when they are first needed.
final class ConnectionPool: @unchecked Sendable {
    let statementLog = SQLiteConnection.StatementLog()
    /// Written while no connection is in use; see `reopen`.
    nonisolated(unsafe) private var options: SQLiteStoreOptions
    /// Guarded by `writerLock`.
    nonisolated(unsafe) private var writer: SQLiteConnection
    let execution: any Execution
    /// The files of the store's large values.
    let files: ExternalFiles
    private let writerLock: any ExecutionLock
    private let readers: (any ExecutionSemaphore)?
    private let idle = Mutex<IdleReaders>(IdleReaders())
    /// The states that contexts hold; see `pin`.
    let snapshots = Mutex<Snapshots>(Snapshots())
    /// The lock for a checkpoint or the closing; `nil` if the writer checkpoints.
    private let checkpointLock: (any ExecutionLock)?
    /// Guarded by `checkpointLock`.
    nonisolated(unsafe) private var checkpointer: SQLiteConnection?
    /// Whether a checkpoint runs, so that another caller need not begin one.
    private let isCheckpointing = Atomic<Bool>(false)
    private let isSerial: Bool
    private let checkpointThreshold: Int
    /// From this multiple of the threshold on, the checkpoint holds the writer.
    private let heldFactor: Int
    /// The length of the log, in frames, after the last commit.
    private let frames = Atomic<Int>(0)
    /// The commits so far.
    private let commits = Atomic<Int>(0)

    // @unchecked: no queue uses an idle connection; the mutex passes it to the next one.
    private struct IdleReaders: @unchecked Sendable {
        var connections: [SQLiteConnection] = []
    }

    /// - Throws: `SQLiteError` if the file cannot be opened.
    init(
        _ options: SQLiteStoreOptions, _ files: ExternalFiles, execution: any Execution
    ) throws {
        self.options = options
        self.files = files
        self.execution = execution
        checkpointThreshold = options.checkpointThreshold
        isSerial = options.poolSize <= 1
        heldFactor = isSerial ? 1 : 4
        writer = try SQLiteConnection(
            options, isWriter: true, log: statementLog, execution: execution,
            files: files)
        writerLock = execution.makeLock(
            label: isSerial ? "the coordinator" : "the store's writer",
            cause: isSerial ? .waitForCoordinator : .waitForStore)
        readers =
            isSerial
            ? nil
            : execution.makeSemaphore(
                label: "the store's readers", value: options.poolSize - 1, cause: .waitForStore)
        checkpointLock =
            isSerial
            ? nil : execution.makeLock(label: "the store's checkpoint", cause: .waitForStore)
    }

    /// Runs `body` with the connection that writes; callers wait in the order of their calls.
    ///
    /// - Throws: 134070 once the pool is closed, and errors of `body`.
    func write<T>(_ body: (SQLiteConnection) throws -> T) throws -> T {
        if isHeldHere { return try useWriter(body) }
        return try writerLock.withLock { try useWriter(body) }
    }

    private func useWriter<T>(_ body: (SQLiteConnection) throws -> T) throws -> T {
        try requireOpen()
        execution.charge(.storeRequests, 1)
        defer { writer.statementTally.charge(to: execution) }
        return try body(writer)
    }

    /// Runs `body` while its requests alone write through the pool, and do not wait to do so.
    func holdingWriter<T>(_ body: () throws -> T) throws -> T {
        if isHeldHere { return try body() }
        return try writerLock.withLock {
            isHeld.store(true, ordering: .relaxed)
            defer { isHeld.store(false, ordering: .relaxed) }
            let pools = Self.heldPools.union([ObjectIdentifier(self)])
            return try Self.$heldPools.withValue(pools) { try body() }
        }
    }

    /// The pools whose writers the running call holds.
    @TaskLocal private static var heldPools: Set<ObjectIdentifier> = []
    /// Whether a call holds the writer: without one, no request looks for the task's pools.
    private let isHeld = Atomic<Bool>(false)

    private var isHeldHere: Bool {
        isHeld.load(ordering: .relaxed) && Self.heldPools.contains(ObjectIdentifier(self))
    }

    /// Runs `body`, which commits, on the writer, and then checkpoints if the log is long enough.
    ///
    ///     this save     ├── writes, COMMIT ──┤├── checkpoint ──┤
    ///     another one   ├── waits ───────────┤├─ writes, COMMIT ─┤
    ///
    /// As with SQLite's own checkpoints, only the caller that passes the threshold spends time on
    /// it. With one connection the checkpoint holds the coordinator, too.
    ///
    /// Savers that never pause may commit behind every checkpoint, so that the log never restarts.
    /// A log of four times the threshold is therefore copied while the writer is held: no commit
    /// can come behind it then.
    func commit<T>(_ body: (SQLiteConnection) throws -> T) throws -> T {
        let (result, length) = try write { connection in
            let result = try body(connection)
            let length = connection.walFrames
            frames.store(length, ordering: .relaxed)
            commits.add(1, ordering: .relaxed)
            let written = connection.takePagesWritten()
            // Without a log its length stays 0.
            if length > 0 { execution.charge(.pagesLogged, written) }
            let isLong = length / heldFactor >= checkpointThreshold
            guard isLong || isSerial && files.wantCheckpoint else { return (result, length) }
            // Wait for a running checkpoint: of two at once, one fails.
            holdingCheckpoint { _ = checkpoint(on: connection) }
            return (result, 0)
        }
        if length >= checkpointThreshold || files.wantCheckpoint { checkpoint() }
        files.removeSettled()
        return result
    }

    /// Checkpoints beside the writer, unless a checkpoint runs already.
    ///
    /// Commits that arrive meanwhile lie behind the copied frames, and the log cannot restart until
    /// those are copied, too: it would grow, and each of the next commits would pass the threshold.
    /// So the same caller copies the rest in a few rounds; each has only the commits of the round
    /// before.
    private func checkpoint() {
        guard !isCheckpointing.exchange(true, ordering: .acquiring) else { return }
        defer { isCheckpointing.store(false, ordering: .releasing) }
        checkpointLock?.withLock {
            guard !isClosed, let connection = openedCheckpointer() else { return }
            for _ in 0..<Self.checkpointRounds {
                guard let copied = checkpoint(on: connection),
                    copied < frames.load(ordering: .relaxed)
                else { return }
            }
        }
    }

    /// Checkpoints, and removes the files that no row names if the whole log is copied.
    ///
    /// - Returns: the number of copied frames; `nil` if some are left.
    private func checkpoint(on connection: SQLiteConnection) -> Int? {
        let doomed = files.doomed
        let copied = connection.checkpoint()
        if !doomed.isEmpty { files.didCheckpoint(doomed, isWhole: (copied ?? -1) >= 0) }
        return copied
    }

    /// Three: a large save may commit during the first round, a small one during the second.
    private static let checkpointRounds = 3

    /// `nil` if the file cannot be opened: no data is lost, and the next commit tries again.
    private func openedCheckpointer() -> SQLiteConnection? {
        if checkpointer == nil {
            checkpointer = try? SQLiteConnection(
                options, isWriter: false, log: statementLog, execution: execution,
                files: files)
        }
        return checkpointer
    }

    /// Runs `body` with a connection that reads.
    ///
    /// - Throws: 134070 once the pool is closed, and errors of `body`.
    func read<T>(_ body: (SQLiteConnection) throws -> T) throws -> T {
        guard let readers else { return try write(body) }
        readers.wait()
        defer { readers.signal() }
        try requireOpen()
        let connection = try takeReader()
        defer { idle.withLock { $0.connections.append(connection) } }
        chargeRequest(of: connection)
        defer { connection.statementTally.charge(to: execution) }
        return try body(connection)
    }

    /// Charges a request that reads, and what it takes more if others have committed since the
    /// connection's last one.
    func chargeRequest(of connection: SQLiteConnection) {
        execution.charge(.storeRequests, 1)
        let commits = commits.load(ordering: .relaxed)
        guard connection.lastKnownCommit != commits else { return }
        connection.lastKnownCommit = commits
        execution.charge(.viewsRenewed, 1)
    }

    private func takeReader() throws -> SQLiteConnection {
        // Safe: the connection leaves the mutex for this caller alone.
        nonisolated(unsafe) var taken: SQLiteConnection?
        idle.withLock { taken = $0.connections.popLast() }
        return try taken ?? openReader()
    }

    /// Opens another connection that reads.
    func openReader() throws -> SQLiteConnection {
        try SQLiteConnection(
            options, isWriter: false, log: statementLog, execution: execution,
            files: files)
    }

    /// Closes all connections and opens the file at another URL, once no connection is in use.
    ///
    /// - Parameter check: inspects the new file; if it throws, the pool keeps the old one.
    func reopen(at url: URL, _ check: (SQLiteConnection) throws -> Void) throws {
        try holdingAll {
            try requireOpen()
            let moved = options.moved(to: url)
            let next = try SQLiteConnection(
                moved, isWriter: true, log: statementLog, execution: execution,
                files: files)
            do {
                try check(next)
            } catch {
                next.close()
                throw error
            }
            holdingCheckpoint {
                closeAll()
                writer = next
                try? files.followMove(to: next)
                options = moved
                frames.store(0, ordering: .relaxed)
            }
        }
    }

    /// Runs `body` while no queue has a connection: with the writer's lock and every reader's
    /// permit.
    ///
    /// In this order, in which a request that writes may read.
    private func holdingAll(_ body: () throws -> Void) rethrows {
        try writerLock.withLock {
            let places = readers == nil ? 0 : options.poolSize - 1
            for _ in 0..<places { readers?.wait() }
            defer { for _ in 0..<places { readers?.signal() } }
            try body()
        }
    }

    /// Closes all connections, once the requests that run and a running checkpoint are done.
    ///
    /// The last connection to close checkpoints and removes the log. Requests that come later, or
    /// have waited, fail.
    func close() {
        holdingAll(closeUnused)
    }

    /// The same without waiting.
    ///
    /// - Precondition: no queue reads or writes the store any more.
    func closeUnused() {
        holdingCheckpoint {
            isClosed = true
            snapshots.withLock { $0.isClosed = true }
            closeAll()
        }
    }

    /// Changed while all locks are held: who holds one may read it.
    nonisolated(unsafe) private var isClosed = false

    private func requireOpen() throws {
        if isClosed { throw closed }
    }

    /// The error of a request that comes too late.
    var closed: NSError { CoreDataError.storeIsClosed(options.path) }

    private func holdingCheckpoint(_ body: () -> Void) {
        guard let checkpointLock else { return body() }
        checkpointLock.withLock(body)
    }

    private func closeAll() {
        // Safe: the connections leave the mutex for this caller alone.
        nonisolated(unsafe) var readers: [SQLiteConnection] = []
        idle.withLock {
            readers = $0.connections
            $0.connections = []
        }
        for reader in readers { reader.close() }
        closeSnapshots()
        checkpointer?.close()
        checkpointer = nil
        if files.hasLog, !files.doomed.isEmpty { _ = checkpoint(on: writer) }
        writer.close()
    }
}
