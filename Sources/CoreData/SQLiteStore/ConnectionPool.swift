import Execution
import Foundation
import Synchronization

/// The connections of one store: one that writes, and some that read beside it.
///
///     pool size 1    every request waits for the writer's connection
///     pool size n    requests that write wait for it; up to n − 1 reads run beside
///
/// Readers are opened when they are first needed.
final class ConnectionPool: @unchecked Sendable {
    let statementLog = StatementLog()
    /// Written while no connection is in use: see `reopen`.
    nonisolated(unsafe) private var options: SQLiteStoreOptions
    /// Guarded by `writerLock`.
    nonisolated(unsafe) private var writer: SQLiteConnection
    private let execution: any Execution
    private let writerLock: any ExecutionLock
    private let readers: (any ExecutionSemaphore)?
    private let idle = Mutex<IdleReaders>(IdleReaders())

    private struct IdleReaders: @unchecked Sendable {
        var connections: [SQLiteConnection] = []
    }

    /// - Throws: `SQLiteError` when the file cannot be opened.
    init(_ options: SQLiteStoreOptions, execution: any Execution) throws {
        self.options = options
        self.execution = execution
        writer = try SQLiteConnection(
            options, isWriter: true, log: statementLog, execution: execution)
        let isSerial = options.poolSize <= 1
        writerLock = execution.makeLock(
            label: isSerial ? "the coordinator" : "the store's writer",
            cause: isSerial ? .waitForCoordinator : .waitForStore)
        readers =
            isSerial
            ? nil
            : execution.makeSemaphore(
                label: "the store's readers", value: options.poolSize - 1, cause: .waitForStore)
    }

    /// Runs `body` with the connection that writes; one caller at a time, in order of asking.
    func write<T>(_ body: (SQLiteConnection) throws -> T) rethrows -> T {
        try writerLock.withLock {
            execution.charge(.storeRequests, 1)
            return try body(writer)
        }
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
            close()
            writer = next
            options = moved
        }
    }

    /// Closes all connections. The last one to close checkpoints and removes the log.
    ///
    /// - Precondition: nobody uses the store any more.
    func close() {
        nonisolated(unsafe) var readers: [SQLiteConnection] = []
        idle.withLock {
            readers = $0.connections
            $0.connections = []
        }
        for reader in readers { reader.close() }
        writer.close()
    }
}
