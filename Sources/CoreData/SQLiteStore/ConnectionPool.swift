import Execution
import Foundation
import Synchronization

/// The connections of one store: one that writes, some that read beside it, and one that
/// checkpoints.
///
///     pool size 1    every request waits for the writer's connection, which checkpoints too
///     pool size n    requests that write wait for it; up to n − 1 reads run beside, and so does
///                    a checkpoint, on a connection of its own
///
/// Readers and the connection that checkpoints are opened when they are first needed.
final class ConnectionPool: @unchecked Sendable {
    let statementLog = SQLiteConnection.StatementLog()
    /// Written while no connection is in use: see `reopen`.
    nonisolated(unsafe) private var options: SQLiteStoreOptions
    /// Guarded by `writerLock`.
    nonisolated(unsafe) private var writer: SQLiteConnection
    private let execution: any Execution
    private let writerLock: any ExecutionLock
    private let readers: (any ExecutionSemaphore)?
    private let idle = Mutex<IdleReaders>(IdleReaders())
    /// `nil` where the writer checkpoints. Held by whoever checkpoints or closes.
    private let checkpointLock: (any ExecutionLock)?
    /// Guarded by `checkpointLock`.
    nonisolated(unsafe) private var checkpointer: SQLiteConnection?
    /// Whether somebody checkpoints at this moment: nobody else needs to then.
    private let isCheckpointing = Atomic<Bool>(false)
    private let checkpointThreshold: Int
    /// The checkpoint holds the writer from so many times the threshold on.
    private let heldFactor: Int
    /// Frames in the log after the last commit.
    private let frames = Atomic<Int>(0)

    private struct IdleReaders: @unchecked Sendable {
        var connections: [SQLiteConnection] = []
    }

    /// - Throws: `SQLiteError` when the file cannot be opened.
    init(_ options: SQLiteStoreOptions, execution: any Execution) throws {
        self.options = options
        self.execution = execution
        checkpointThreshold = options.checkpointThreshold
        let isSerial = options.poolSize <= 1
        heldFactor = isSerial ? 1 : 4
        writer = try SQLiteConnection(
            options, isWriter: true, log: statementLog, execution: execution)
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

    /// Runs `body` with the connection that writes; one caller at a time, in order of asking.
    func write<T>(_ body: (SQLiteConnection) throws -> T) rethrows -> T {
        try writerLock.withLock {
            execution.charge(.storeRequests, 1)
            return try body(writer)
        }
    }

    /// Runs `body`, which commits, with the connection that writes; then copies the log into the
    /// database where the commit has passed the threshold.
    ///
    ///     this save     ├── writes, COMMIT ──┤├── checkpoint ──┤
    ///     another one   ├── waits ───────────┤├─ writes, COMMIT ─┤
    ///
    /// The checkpoint takes the time of whoever passed the threshold, as SQLite's own does, and
    /// of nobody else. With one connection it holds the coordinator, too.
    ///
    /// Savers that never pause may commit behind every checkpoint, so that the log never begins
    /// anew. One that has grown to four times the threshold is copied while the writer is held:
    /// nothing comes behind it then.
    func commit<T>(_ body: (SQLiteConnection) throws -> T) throws -> T {
        let (result, length) = try write { connection in
            let result = try body(connection)
            let length = connection.walFrames
            frames.store(length, ordering: .relaxed)
            guard length / heldFactor >= checkpointThreshold else { return (result, length) }
            // What checkpoints at this moment is waited for: two at once are one that fails.
            holdingCheckpoint { _ = connection.checkpoint() }
            return (result, 0)
        }
        if length >= checkpointThreshold { checkpoint() }
        return result
    }

    /// Checkpoints beside the writer, unless somebody does.
    ///
    /// What others commit meanwhile comes to lie behind the frames that are copied, and as long as
    /// any is left the log cannot begin anew: it would grow, and each of the next commits would
    /// pass the threshold. So the rest is copied by the same caller, in a few rounds at most: each
    /// has only what was committed during the one before.
    private func checkpoint() {
        guard !isCheckpointing.exchange(true, ordering: .acquiring) else { return }
        defer { isCheckpointing.store(false, ordering: .releasing) }
        checkpointLock?.withLock {
            guard !isClosed, let connection = openedCheckpointer() else { return }
            for _ in 0..<Self.checkpointRounds {
                guard let copied = connection.checkpoint(),
                    copied < frames.load(ordering: .relaxed)
                else { return }
            }
        }
    }

    /// Three: the second copies what a save of an importer may add during the first, the third what
    /// a small one may add during the second.
    private static let checkpointRounds = 3

    /// `nil` where the file cannot be opened: nothing is lost, and the next commit tries again.
    private func openedCheckpointer() -> SQLiteConnection? {
        if checkpointer == nil {
            checkpointer = try? SQLiteConnection(
                options, isWriter: false, log: statementLog, execution: execution)
        }
        return checkpointer
    }

    /// Runs `body` with a connection that reads.
    func read<T>(_ body: (SQLiteConnection) throws -> T) throws -> T {
        guard let readers else { return try write(body) }
        readers.wait()
        defer { readers.signal() }
        let connection = try takeReader()
        defer { idle.withLock { $0.connections.append(connection) } }
        execution.charge(.storeRequests, 1)
        return try body(connection)
    }

    private func takeReader() throws -> SQLiteConnection {
        nonisolated(unsafe) var taken: SQLiteConnection?
        idle.withLock { taken = $0.connections.popLast() }
        return try taken
            ?? SQLiteConnection(options, isWriter: false, log: statementLog, execution: execution)
    }

    /// Closes all connections and goes on with a file at another place, once nobody uses one.
    ///
    /// - Parameter check: looks at the new file; when it throws, everything is as before.
    func reopen(at url: URL, _ check: (SQLiteConnection) throws -> Void) throws {
        // Every reader's place, then the writer's: nobody else has a connection after that.
        let places = readers == nil ? 0 : options.poolSize - 1
        for _ in 0..<places { readers?.wait() }
        defer { for _ in 0..<places { readers?.signal() } }
        try writerLock.withLock {
            let moved = options.moved(to: url)
            let next = try SQLiteConnection(
                moved, isWriter: true, log: statementLog, execution: execution)
            do {
                try check(next)
            } catch {
                next.close()
                throw error
            }
            holdingCheckpoint {
                closeAll()
                writer = next
                options = moved
                frames.store(0, ordering: .relaxed)
            }
        }
    }

    /// Closes all connections, once a checkpoint is done that is under way. The last one to close
    /// checkpoints and removes the log.
    ///
    /// - Precondition: nobody reads or writes the store any more.
    func close() {
        holdingCheckpoint {
            isClosed = true
            closeAll()
        }
    }

    /// Guarded by `checkpointLock`; without one, by the precondition of `close`.
    nonisolated(unsafe) private var isClosed = false

    private func holdingCheckpoint(_ body: () -> Void) {
        guard let checkpointLock else { return body() }
        checkpointLock.withLock(body)
    }

    private func closeAll() {
        nonisolated(unsafe) var readers: [SQLiteConnection] = []
        idle.withLock {
            readers = $0.connections
            $0.connections = []
        }
        for reader in readers { reader.close() }
        checkpointer?.close()
        checkpointer = nil
        writer.close()
    }
}
