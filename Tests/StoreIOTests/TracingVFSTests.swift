import CSQLite
import Execution
import Foundation
import StoreIO
import Synchronization
import Testing

@Suite struct TracingVFSTests {
    @Test func `The VFS is known by name and is not the default`() throws {
        try TracingVFS.register()
        try TracingVFS.register()
        #expect(TracingVFS.name == "lab-tracing")
        let standard = try #require(sqlite3_vfs_find(nil))
        #expect(String(cString: standard.pointee.zName) != TracingVFS.name)
        let traced = try #require(sqlite3_vfs_find(TracingVFS.name))
        #expect(traced.pointee.iVersion == 3)
    }

    @Test func `A connection tells whether it goes through the VFS`() async throws {
        try TracingVFS.register()
        try await withTemporaryFolder { folder in
            let traced = try Database(folder + "/store.sqlite", vfs: TracingVFS.name)
            let plain = try Database(folder + "/store.sqlite")
            #expect(TracingVFS.serves(traced.connection))
            #expect(!TracingVFS.serves(plain.connection))
            var names: UnsafeMutablePointer<CChar>?
            sqlite3_file_control(traced.connection, "main", SQLITE_FCNTL_VFSNAME, &names)
            defer { sqlite3_free(names) }
            #expect(try String(cString: #require(names)) == "lab-tracing/unix")
        }
    }

    @Test func `WAL works between traced and plain connections, both ways`() async throws {
        try TracingVFS.register()
        try await withTemporaryFolder { folder in
            let traced = try Database(folder + "/store.sqlite", vfs: TracingVFS.name)
            let plain = try Database(folder + "/store.sqlite")
            #expect(try traced.run("PRAGMA journal_mode=WAL") == ["wal"])
            try traced.run("CREATE TABLE t(x); INSERT INTO t VALUES(1)")
            #expect(try plain.run("SELECT x FROM t") == ["1"])
            try plain.run("INSERT INTO t VALUES(2)")
            #expect(try traced.run("SELECT x FROM t ORDER BY x") == ["1", "2"])
            #expect(try traced.run("PRAGMA integrity_check") == ["ok"])
        }
    }

    @Test func `Memory-mapped reads work, and are not reads`() async {
        await #expect(processExitsWith: .success) {
            try TracingVFS.register()
            try await withTemporaryFolder { folder in
                let path = folder + "/store.sqlite"
                try Database(path).run(
                    """
                    CREATE TABLE t(x); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 \
                    FROM n WHERE i<5000) INSERT INTO t SELECT i || 'some text' FROM n
                    """)
                let reads = try [0, 1 << 26].map { size in
                    let before = StoreIOCounts.current
                    let database = try Database(path, vfs: TracingVFS.name)
                    try database.run("PRAGMA mmap_size=\(size)")
                    #expect(
                        try database.run("SELECT count(*) FROM t WHERE x LIKE '%text'") == ["5000"])
                    return (StoreIOCounts.current - before)[.main, .read].count
                }
                #expect(reads[0] > 20)
                #expect(reads[1] < reads[0] / 2)
            }
        }
    }

    @Test func `A store that cannot be opened is an error and nothing worse`() async throws {
        try TracingVFS.register()
        try await withTemporaryFolder { folder in
            #expect(throws: Database.Failure.self) {
                try Database(folder + "/absent/store.sqlite", vfs: TracingVFS.name)
            }
            // A folder where a file is wanted fails after the VFS below has begun to open.
            #expect(throws: Database.Failure.self) {
                try Database(folder, vfs: TracingVFS.name).run("SELECT * FROM sqlite_schema")
            }
        }
    }

    @Test func `A full disk arrives as SQLITE_FULL through the VFS and leaves the store whole`()
        async throws
    {
        try TracingVFS.register()
        try await withTemporaryFolder { folder in
            let database = try Database(folder + "/store.sqlite", vfs: TracingVFS.name)
            try database.run("PRAGMA journal_mode=WAL; PRAGMA max_page_count=8; CREATE TABLE t(x)")
            #expect(throws: Database.Failure.self) {
                try database.run("INSERT INTO t VALUES(zeroblob(100000))")
            }
            #expect(sqlite3_errcode(database.connection) == SQLITE_FULL)
            #expect(try database.run("SELECT count(*) FROM t") == ["0"])
        }
    }

    @Test func `Syncs on the main thread are spans of the observer, others are not`() async {
        await #expect(processExitsWith: .success) {
            try TracingVFS.register()
            let observer = SpanCounter()
            let execution = PretendedMain(observer: observer)
            TracingVFS.reportSyncs(to: execution)
            try await withTemporaryFolder { folder in
                var before = StoreIOCounts.current
                let database = try Database(folder + "/store.sqlite", vfs: TracingVFS.name)
                try database.run(
                    "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE t(x)")
                let syncs = (StoreIOCounts.current - before).syncs
                #expect(syncs > 0)
                #expect(observer.spans == [Cause.sync: [syncs, syncs]])

                execution.pretends.withLock { $0 = false }
                before = StoreIOCounts.current
                try database.run("INSERT INTO t VALUES(1)")
                #expect((StoreIOCounts.current - before).syncs > 0)
                #expect(observer.spans == [Cause.sync: [syncs, syncs]])

                execution.pretends.withLock { $0 = true }
                TracingVFS.reportSyncs(to: nil)
                before = StoreIOCounts.current
                try database.run("INSERT INTO t VALUES(2)")
                #expect((StoreIOCounts.current - before).syncs > 0)
                #expect(observer.spans == [Cause.sync: [syncs, syncs]])
            }
        }
    }
}

/// Counts the begins and ends of spans by cause.
private final class SpanCounter: ExecutionObserver {
    private let counts = Mutex([Cause: [Int]]())

    var spans: [Cause: [Int]] { counts.withLock { $0 } }

    func blockWillBegin(on queue: any ExecutionQueue) {}
    func blockDidEnd(on queue: any ExecutionQueue, isIdle: Bool) {}
    func spanWillBegin(_ cause: Cause) { counts.withLock { $0[cause, default: [0, 0]][0] += 1 } }
    func spanDidEnd(_ cause: Cause) { counts.withLock { $0[cause, default: [0, 0]][1] += 1 } }
    func waitDidEnd(_ wait: Wait, at instant: Instant) {}
}

/// Dispatch with a main thread of the test's choice: a test does not run on the real one.
private final class PretendedMain: Execution {
    let observer: (any ExecutionObserver)?
    let pretends = Mutex(true)
    private let real = DispatchExecution(observer: nil)

    init(observer: any ExecutionObserver) {
        self.observer = observer
    }

    var isOnMainThread: Bool { pretends.withLock { $0 } }
    var now: Instant { real.now }
    var mainQueue: any ExecutionQueue { real.mainQueue }
    var currentQueue: (any ExecutionQueue)? { real.currentQueue }
    var currentWaits: [Wait] { real.currentWaits }

    func randomBits() -> UInt64 { real.randomBits() }

    func makeQueue(label: String, cause: Cause) -> any ExecutionQueue {
        real.makeQueue(label: label, cause: cause)
    }

    func makeLock(label: String, cause: Cause) -> any ExecutionLock {
        real.makeLock(label: label, cause: cause)
    }

    func makeSemaphore(label: String, value: Int, cause: Cause) -> any ExecutionSemaphore {
        real.makeSemaphore(label: label, value: value, cause: cause)
    }

    func makeTimer(
        on queue: any ExecutionQueue, at instant: Instant, every interval: Duration?,
        _ handler: @escaping @Sendable (Instant) -> Void
    ) -> any ExecutionTimer {
        real.makeTimer(on: queue, at: instant, every: interval, handler)
    }
}
