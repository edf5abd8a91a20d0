import CSQLite
import Foundation
import StoreIO
import Testing

/// Each in a process of its own: the counters are the process's, and other tests use the VFS too.
@Suite struct StoreIOCountsTests {
    @Test func `One write transaction is one commit, in WAL and in rollback modes`() async {
        await #expect(processExitsWith: .success) {
            try TracingVFS.register()
            for mode in ["WAL", "DELETE", "TRUNCATE", "PERSIST"] {
                try await withTemporaryFolder { folder in
                    let database = try Database(folder + "/store.sqlite", vfs: TracingVFS.name)
                    try database.run("PRAGMA journal_mode=\(mode); CREATE TABLE t(x)")
                    let before = StoreIOCounts.current
                    for index in 0..<7 { try database.run("INSERT INTO t VALUES(\(index))") }
                    try database.run(
                        "BEGIN; INSERT INTO t VALUES(8); INSERT INTO t VALUES(9); COMMIT")
                    try database.run("BEGIN; INSERT INTO t VALUES(10); ROLLBACK")
                    try database.run("SELECT count(*) FROM t; BEGIN; SELECT * FROM t; COMMIT")
                    #expect((StoreIOCounts.current - before).commits == 8, "\(mode)")
                }
            }
        }
    }

    @Test func `A write transaction that writes nothing is a commit too`() async {
        await #expect(processExitsWith: .success) {
            try TracingVFS.register()
            try await withTemporaryFolder { folder in
                let database = try Database(folder + "/store.sqlite", vfs: TracingVFS.name)
                try database.run("PRAGMA journal_mode=WAL; CREATE TABLE t(x)")
                let before = StoreIOCounts.current
                try database.run("BEGIN IMMEDIATE; COMMIT")
                let counts = StoreIOCounts.current - before
                #expect(counts.commits == 1)
                #expect(counts.writes == 0)
            }
        }
    }

    @Test func `Bytes and writes of a commit are two for each frame of the log`() async {
        await #expect(processExitsWith: .success) {
            try TracingVFS.register()
            try await withTemporaryFolder { folder in
                let database = try Database(folder + "/store.sqlite", vfs: TracingVFS.name)
                try database.run(
                    "PRAGMA page_size=4096; PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL")
                try database.run("CREATE TABLE t(x); INSERT INTO t VALUES(1)")
                let before = StoreIOCounts.current
                try database.run("INSERT INTO t VALUES(2)")
                let counts = StoreIOCounts.current - before
                // One page changed: a frame's header of 24 bytes, and the page.
                #expect(counts[.wal, .write].count == 2)
                #expect(counts[.wal, .write].bytes == 24 + 4096)
                #expect(counts[.main, .write].count == 0)
                #expect(counts.bytesWritten == 24 + 4096)
                #expect(counts.syncs == 0)
                #expect(counts[.wal, .write].nanoseconds > 0)

                try database.run("PRAGMA synchronous=FULL")
                let again = StoreIOCounts.current
                try database.run("INSERT INTO t VALUES(3)")
                #expect((StoreIOCounts.current - again)[.wal, .sync].count == 1)
            }
        }
    }

    @Test func `A checkpoint counts once, and writes to the database`() async {
        await #expect(processExitsWith: .success) {
            try TracingVFS.register()
            try await withTemporaryFolder { folder in
                let database = try Database(folder + "/store.sqlite", vfs: TracingVFS.name)
                try database.run(
                    "PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0; CREATE TABLE t(x)")
                for index in 0..<50 { try database.run("INSERT INTO t VALUES(\(index))") }
                let before = StoreIOCounts.current
                try database.run("PRAGMA wal_checkpoint(TRUNCATE)")
                let counts = StoreIOCounts.current - before
                #expect(counts.checkpoints == 1)
                #expect(counts.commits == 0)
                #expect(counts[.main, .write].count > 0)
                #expect(counts[.main, .sync].count == 1)
                #expect(counts[.wal, .sync].count == 1)
                #expect(counts[.wal, .truncate].count == 1)
                // Nothing left to copy: not a checkpoint.
                let again = StoreIOCounts.current
                try database.run("PRAGMA wal_checkpoint(PASSIVE)")
                #expect((StoreIOCounts.current - again).checkpoints == 0)
            }
        }
    }

    @Test func `A rollback journal's opens, syncs and deletes are the journal's`() async {
        await #expect(processExitsWith: .success) {
            try TracingVFS.register()
            try await withTemporaryFolder { folder in
                let database = try Database(folder + "/store.sqlite", vfs: TracingVFS.name)
                try database.run(
                    "PRAGMA journal_mode=DELETE; PRAGMA synchronous=FULL; CREATE TABLE t(x)")
                let before = StoreIOCounts.current
                try database.run("INSERT INTO t VALUES(1)")
                let counts = StoreIOCounts.current - before
                #expect(counts[.journal, .open].count == 1)
                #expect(counts[.journal, .sync].count == 2)
                #expect(counts[.journal, .delete].count == 1)
                #expect(counts[.main, .sync].count == 1)
                #expect(counts[.wal, .write].count == 0)
            }
        }
    }

    @Test func `A connection by the default VFS is not counted`() async {
        await #expect(processExitsWith: .success) {
            try TracingVFS.register()
            try await withTemporaryFolder { folder in
                let before = StoreIOCounts.current
                let database = try Database(folder + "/store.sqlite")
                try database.run(
                    "PRAGMA journal_mode=WAL; CREATE TABLE t(x); INSERT INTO t VALUES(1)")
                #expect((StoreIOCounts.current - before).countedCalls == 0)
            }
        }
    }

    @Test func `The cost of counting is measured without being counted`() async {
        await #expect(processExitsWith: .success) {
            let before = StoreIOCounts.current
            let cost = TracingVFS.measureCallCost()
            #expect((StoreIOCounts.current - before).countedCalls == 0)
            // Two reads of the clock and three atomic additions at least.
            #expect(cost > 10)
        }
    }

    @Test func `Temporary files are counted apart from the store's`() async {
        await #expect(processExitsWith: .success) {
            try TracingVFS.register()
            try await withTemporaryFolder { folder in
                let database = try Database(folder + "/store.sqlite", vfs: TracingVFS.name)
                try database.run("CREATE TABLE t(x)")
                let before = StoreIOCounts.current
                try database.run(
                    """
                    PRAGMA temp_store=FILE; PRAGMA cache_size=10; PRAGMA temp.cache_size=1; \
                    CREATE TEMP TABLE big(x); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL \
                    SELECT i+1 FROM n WHERE i<20000) INSERT INTO big SELECT i || 'text' FROM n
                    """)
                let counts = StoreIOCounts.current - before
                #expect(counts[.other, .write].count > 0)
                #expect(counts.writes == 0)
                #expect(counts.countedCalls >= counts[.other, .write].count)
            }
        }
    }
}
