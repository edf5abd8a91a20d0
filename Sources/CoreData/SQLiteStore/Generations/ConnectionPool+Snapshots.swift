import Execution
import Synchronization

extension ConnectionPool {
    /// The live snapshots of a pool, and connections that such have given back.
    // @unchecked: no queue uses a spare connection; the mutex passes it to the next one.
    struct Snapshots: @unchecked Sendable {
        var spare: [SQLiteConnection] = []
        var live: [WeakSnapshot] = []
        var isClosed = false
    }

    struct WeakSnapshot {
        weak var snapshot: StoreSnapshot?
    }

    /// How many connections wait for the next snapshots: a ui and another reader renew theirs.
    private static let spareLimit = 2

    /// Begins a read transaction on a connection of its own, which no other reader waits for.
    ///
    /// - Throws: `SQLiteError`.
    func pin() throws -> StoreSnapshot {
        // Safe: the connection leaves the mutex for this caller alone.
        nonisolated(unsafe) var taken: SQLiteConnection?
        let mayOpen = snapshots.withLock { snapshots in
            taken = snapshots.spare.popLast()
            return !snapshots.isClosed
        }
        guard mayOpen else {
            taken?.close()
            throw closed
        }
        let connection = try taken ?? openReader()
        chargeRequest(of: connection)
        do {
            try connection.execute("BEGIN")
            // The first read fixes the state that the transaction sees.
            _ = try connection.scalar("SELECT Z_VERSION FROM Z_METADATA")
        } catch {
            connection.close()
            throw error
        }
        connection.statementTally.charge(to: execution)
        execution.interaction()
        let snapshot = StoreSnapshot(connection, self, execution)
        // Held until the mutex is free: the end of a snapshot takes it.
        nonisolated(unsafe) var others: [StoreSnapshot] = []
        let isOpen = snapshots.withLock { snapshots in
            guard !snapshots.isClosed else { return false }
            others = snapshots.live.compactMap(\.snapshot)
            snapshots.live = others.map(WeakSnapshot.init)
            snapshots.live.append(WeakSnapshot(snapshot: snapshot))
            return true
        }
        withExtendedLifetime(others) {}
        guard isOpen else {
            snapshot.close()
            throw closed
        }
        return snapshot
    }

    /// Ends a snapshot's transaction, and keeps its connection for the next one.
    func takeBack(_ connection: SQLiteConnection) {
        connection.rollback()
        // Safe: the connection is this caller's alone until the mutex has it.
        nonisolated(unsafe) let spare = connection
        let isKept = snapshots.withLock { snapshots in
            guard !snapshots.isClosed, snapshots.spare.count < Self.spareLimit else { return false }
            snapshots.spare.append(spare)
            return true
        }
        if !isKept { connection.close() }
    }

    /// Ends all snapshots, whose readers get an error from here on.
    func closeSnapshots() {
        nonisolated(unsafe) var spare: [SQLiteConnection] = []
        let live = snapshots.withLock { snapshots in
            spare = snapshots.spare
            snapshots.spare = []
            return snapshots.live.compactMap(\.snapshot)
        }
        for snapshot in live { snapshot.close() }
        for connection in spare { connection.close() }
    }
}
