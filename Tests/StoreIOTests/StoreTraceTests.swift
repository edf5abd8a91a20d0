import CSQLite
import Execution
import Foundation
import StoreIO
import Synchronization
import Testing

@Suite struct StoreTraceTests {
    /// The operations of one more row on a store with a table of one row.
    private func commit(
        _ pragmas: String, before: String = "", syncs: Bool = true
    ) async throws -> String {
        try await withTemporaryFolder { folder in
            let path = folder + "/store.sqlite"
            let trace = try StoreTrace(databaseAt: path, syncs: syncs)
            let database = try Database(path, vfs: TracingVFS.name)
            try database.run(
                """
                PRAGMA page_size=4096; \(pragmas); PRAGMA wal_autocheckpoint=0; \
                CREATE TABLE t(x); INSERT INTO t VALUES(1); \(before)
                """)
            let start = try trace.log().operations.count
            try database.run("INSERT INTO t VALUES(2)")
            return try trace.log().words(from: start)
        }
    }

    @Test(arguments: [
        ("WAL", "FULL", "Ww24 Ww4096 Sw F"),
        ("WAL", "NORMAL", "Ww24 Ww4096 F"),
        ("WAL", "OFF", "Ww24 Ww4096 F"),
        (
            "DELETE", "FULL",
            "Cj Wj512 Wj4 Wj4096 Wj4 Wj4 Wj4096 Wj4 Sj Wj12 Sj Wm4096 Wm4096 Sm Dj/0 F"
        ),
        (
            "DELETE", "EXTRA",
            "Cj Wj512 Wj4 Wj4096 Wj4 Wj4 Wj4096 Wj4 Sj Wj12 Sj Wm4096 Wm4096 Sm Dj/1 F"
        ),
        (
            "TRUNCATE", "FULL",
            "Wj512 Wj4 Wj4096 Wj4 Wj4 Wj4096 Wj4 Sj Wj12 Sj Wm4096 Wm4096 Sm Tj0 Sj F"
        ),
        (
            "PERSIST", "FULL",
            "Wj512 Wj4 Wj4096 Wj4 Wj4 Wj4096 Wj4 Sj Wj12 Sj Wm4096 Wm4096 Sm Wj28 Sj F"
        ),
    ])
    func `A commit of one row is the sequence of its mode, also where syncs are skipped`(
        journal: String, synchronous: String, words: String
    ) async throws {
        for syncs in [true, false] {
            let done = try await commit(
                "PRAGMA journal_mode=\(journal); PRAGMA synchronous=\(synchronous)",
                syncs: syncs)
            #expect(done == words, "syncs: \(syncs)")
        }
    }

    @Test func `A checkpoint syncs the log, copies, cuts and syncs the database`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/store.sqlite"
            let trace = try StoreTrace(databaseAt: path)
            let database = try Database(path, vfs: TracingVFS.name)
            try database.run(
                """
                PRAGMA page_size=4096; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; \
                PRAGMA wal_autocheckpoint=0; CREATE TABLE t(x); INSERT INTO t VALUES(1)
                """)
            let start = try trace.log().operations.count
            try database.run("PRAGMA wal_checkpoint(PASSIVE)")
            #expect(try trace.log().words(from: start) == "Sw K( Wm4096 Wm4096 )K Tm8192 Sm")
            // The next writer begins the log anew: its header has a sync of its own.
            let second = try trace.log().operations.count
            try database.run("INSERT INTO t VALUES(2)")
            #expect(try trace.log().words(from: second) == "Ww32 Sw Ww24 Ww4096 Sw F")
        }
    }

    @Test func `Syncs tell whether the full one was asked for`() async throws {
        for (fullSync, expected) in [(0, false), (1, true)] {
            try await withTemporaryFolder { folder in
                let path = folder + "/store.sqlite"
                let trace = try StoreTrace(databaseAt: path)
                let database = try Database(path, vfs: TracingVFS.name)
                try database.run(
                    """
                    PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; \
                    PRAGMA checkpoint_fullfsync=\(fullSync); CREATE TABLE t(x)
                    """)
                let start = try trace.log().operations.count
                try database.run("PRAGMA wal_checkpoint(PASSIVE)")
                let syncs = try trace.log().operations[start...].filter { $0.kind == .sync }
                #expect(syncs.count == 2)
                #expect(syncs.allSatisfy { $0.isFullSync == expected && !$0.isDataOnlySync })
                #expect(syncs.allSatisfy { $0.flags == (expected ? 3 : 2) })
            }
        }
    }

    @Test func `Another store of the process is not logged`() async throws {
        try await withTemporaryFolder { folder in
            let trace = try StoreTrace(databaseAt: folder + "/traced.sqlite")
            let names = ["/traced.sqlite2", "/traced", "/traced.sqlite-walnut", "/other.sqlite"]
            for name in names {
                let database = try Database(folder + name, vfs: TracingVFS.name)
                try database.run("PRAGMA journal_mode=WAL; CREATE TABLE t(x)")
            }
            #expect(try trace.log().operations.isEmpty)
            #expect(trace.callCounts().countedCalls == 0)
            let database = try Database(folder + "/traced.sqlite", vfs: TracingVFS.name)
            try database.run("CREATE TABLE t(x)")
            #expect(try trace.log().words().hasSuffix("F"))
        }
    }

    @Test func `Temporary files are not logged`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/store.sqlite"
            let trace = try StoreTrace(databaseAt: path)
            let database = try Database(path, vfs: TracingVFS.name)
            try database.run("CREATE TABLE t(x)")
            let count = try trace.log().operations.count
            try database.run(
                """
                PRAGMA temp_store=FILE; PRAGMA temp.cache_size=1; CREATE TEMP TABLE big(x); \
                WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<20000) \
                INSERT INTO big SELECT i || 'text' FROM n
                """)
            let added = try trace.log().operations[count...].filter { $0.kind != .commit }
            #expect(added.isEmpty)
        }
    }

    @Test func `A path has one trace at a time, by whatever name it goes`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/store.sqlite"
            try FileManager.default.createSymbolicLink(
                atPath: folder + "/link", withDestinationPath: folder)
            let first = try StoreTrace(databaseAt: folder + "/link/./link/store.sqlite")
            let error = #expect(throws: StoreIOError.self) { try StoreTrace(databaseAt: path) }
            #expect(error?.code == .traceRefused)
            #expect(error?.message.contains("end that one first") == true)
            let database = try Database(path, vfs: TracingVFS.name)
            try database.run("CREATE TABLE t(x)")
            #expect(try first.log().words().hasPrefix("Cm "))
            first.end()
            first.end()
            let second = try StoreTrace(databaseAt: path)
            #expect(try second.log().words() == "Em")
        }
    }

    @Test func `An ended trace keeps its log, and open files go on without it`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/store.sqlite"
            var trace: StoreTrace? = try StoreTrace(databaseAt: path)
            let database = try Database(path, vfs: TracingVFS.name)
            try database.run("PRAGMA journal_mode=WAL; CREATE TABLE t(x)")
            trace?.end()
            let log = try trace?.log()
            try database.run("INSERT INTO t VALUES(1)")
            trace?.note(1)
            #expect(try trace?.log() == log)
            trace = nil
            try database.run("INSERT INTO t VALUES(2); PRAGMA wal_checkpoint(TRUNCATE)")
            #expect(try database.run("SELECT count(*) FROM t") == ["2"])
        }
    }

    @Test(arguments: ["WAL", "DELETE"])
    func `Files that outlive their trace count for the process alone, and no fault hits them`(
        mode: String
    ) async {
        await #expect(processExitsWith: .success) { [mode] in
            try await withTemporaryFolder { folder in
                let path = folder + "/store.sqlite"
                // The writes that set the store up come before the one that would fail.
                let fault = StoreFault(
                    call: .write, file: nil, occurrence: 20, isLasting: true, code: .full)
                let trace = try StoreTrace(databaseAt: path, faults: [fault])
                let database = try Database(path, vfs: TracingVFS.name)
                try database.run("PRAGMA journal_mode=\(mode); CREATE TABLE t(x)")
                trace.end()
                let traced = trace.callCounts()
                let before = StoreIOCounts.current
                for index in 0..<30 { try database.run("INSERT INTO t VALUES(\(index))") }
                try database.run("PRAGMA wal_checkpoint(TRUNCATE)")
                let counts = StoreIOCounts.current - before
                #expect(trace.callCounts() == traced)
                #expect(trace.faultsHit == 0)
                #expect(counts.commits == 30)
                #expect(counts.syncs >= 30)
                #expect(counts[.main, .write].count > 0)
                #expect(try database.run("SELECT count(*) FROM t") == ["30"])
            }
        }
    }

    @Test func `A traced file is mapped, and one without shared memory is not asked for any`()
        async throws
    {
        try await withTemporaryFolder { folder in
            let path = folder + "/store.sqlite"
            let trace = try StoreTrace(databaseAt: path)
            let database = try Database(path, vfs: TracingVFS.name)
            try database.run("CREATE TABLE t(x); INSERT INTO t VALUES(zeroblob(100000))")
            #expect(try database.run("PRAGMA mmap_size=1000000") == ["1000000"])
            let before = trace.callCounts()
            #expect(try database.run("SELECT length(x) FROM t") == ["100000"])
            // The reader checks the change counter once; the pages are memory-mapped.
            #expect((trace.callCounts() - before)[.main, .read].count <= 1)
            let unlocked = try Database("file:\(path)?nolock=1", vfs: TracingVFS.name)
            #expect(try unlocked.run("PRAGMA journal_mode=WAL") == ["delete"])
        }
    }

    @Test func `A trace that nobody keeps leaves its path to the next`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/store.sqlite"
            for _ in 0..<3 { _ = try StoreTrace(databaseAt: path) }
            #expect(try StoreTrace(databaseAt: path).log().operations.isEmpty)
        }
    }

    @Test func `Notes stand where they were made`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/store.sqlite"
            let trace = try StoreTrace(databaseAt: path)
            trace.note(7)
            let database = try Database(path, vfs: TracingVFS.name)
            trace.note(.max)
            try database.run("PRAGMA synchronous=OFF; CREATE TABLE t(x)")
            trace.note(9)
            let log = try trace.log()
            #expect(log.words() == "N7 Cm N18446744073709551615 Cj Wj512 Wm4096 Wm4096 Dj/0 F N9")
            #expect(zip(log.operations, log.operations.dropFirst()).allSatisfy { $0.at <= $1.at })
        }
    }

    @Test func `A log for which there is no memory is refused, and the store goes on`()
        async throws
    {
        try await withTemporaryFolder { folder in
            let path = folder + "/store.sqlite"
            let trace = try StoreTrace(databaseAt: path)
            trace.limitLog(toBytes: 1 << 17)
            let database = try Database(path, vfs: TracingVFS.name)
            try database.run("CREATE TABLE t(x); INSERT INTO t VALUES(zeroblob(200000))")
            let error = #expect(throws: StoreIOError.self) { try trace.log() }
            #expect(error?.code == .logIncomplete)
            try database.run("INSERT INTO t VALUES(2)")
            #expect(
                try database.run("SELECT count(*) FROM t; PRAGMA integrity_check") == ["2", "ok"])
        }
    }

    @Test func `Counts of a trace are its store's calls alone`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/store.sqlite"
            let trace = try StoreTrace(databaseAt: path)
            let database = try Database(path, vfs: TracingVFS.name)
            try database.run(
                "PRAGMA page_size=4096; PRAGMA journal_mode=WAL; CREATE TABLE t(x)")
            let before = trace.callCounts()
            try database.run("INSERT INTO t VALUES(1)")
            let counts = trace.callCounts() - before
            #expect(counts[.wal, .write].count == 2)
            #expect(counts[.wal, .write].bytes == 24 + 4096)
            #expect(counts.commits == 1)
            #expect(counts.syncs == 1)
        }
    }

    @Test func `What a trace costs is measured without being counted`() async {
        await #expect(processExitsWith: .success) {
            let before = StoreIOCounts.current
            #expect(TracingVFS.measureTraceCost(keepsPayload: false) > 10)
            #expect(TracingVFS.measureTraceCost(keepsPayload: true) > 10)
            #expect((StoreIOCounts.current - before).countedCalls == 0)
        }
    }
}
