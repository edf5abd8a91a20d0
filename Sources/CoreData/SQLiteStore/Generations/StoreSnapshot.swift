import Execution

/// One state of a store, held by a read transaction on a connection of its own.
///
///     writer        COMMIT 7 ───── COMMIT 8 ───── COMMIT 9
///     snapshot         └─ BEGIN ── reads 7 ─────── reads 7 ── released
///
/// SQLite keeps the pages that the transaction sees: a checkpoint copies the log only up to there,
/// so that the log grows while a snapshot is old. `sqlite3_snapshot_open` would hold no
/// transaction, but the next checkpoint could take its pages away, and Debian's SQLite is built
/// without it.
///
/// Contexts that share a generation read through it one at a time.
final class StoreSnapshot: @unchecked Sendable {
    private let pool: ConnectionPool
    private let execution: any Execution
    private let lock: any ExecutionLock
    /// Guarded by `lock`; `nil` once the pool has closed.
    private var connection: SQLiteConnection?

    /// - Parameter connection: inside a read transaction that has read.
    init(_ connection: SQLiteConnection, _ pool: ConnectionPool, _ execution: any Execution) {
        self.connection = connection
        self.pool = pool
        self.execution = execution
        lock = execution.makeLock(label: "a query generation", cause: .waitForStore)
    }

    deinit {
        // No reader is left, so nothing waits for the lock.
        if let connection { pool.takeBack(connection) }
    }

    /// Runs `body` with the snapshot's connection; callers wait in the order of their calls.
    ///
    /// - Throws: 134070 if the store was closed or moved meanwhile.
    func read<T>(_ body: (SQLiteConnection) throws -> T) throws -> T {
        try lock.withLock {
            guard let connection else { throw CoreDataError.generationIsGone() }
            execution.charge(.storeRequests, 1)
            defer { connection.statementTally.charge(to: execution) }
            return try body(connection)
        }
    }

    /// Ends the transaction, because the store's files are closed.
    func close() {
        lock.withLock {
            connection?.rollback()
            connection?.close()
            connection = nil
        }
    }
}
