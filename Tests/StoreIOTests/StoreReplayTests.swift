import CSQLite
import Foundation
import StoreIO
import Testing

@Suite struct StoreReplayTests {
    /// Rows of different lengths, changed and deleted again, so that pages split and are freed.
    private static let work = """
        CREATE TABLE t(id INTEGER PRIMARY KEY, x); CREATE INDEX i ON t(x); \
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<300) \
        INSERT INTO t(x) SELECT hex(zeroblob(i % 97)) || i FROM n; \
        UPDATE t SET x = x || 'more' WHERE id % 3 = 0; DELETE FROM t WHERE id > 200; \
        BEGIN; INSERT INTO t(x) VALUES('lost'); ROLLBACK
        """

    @Test(arguments: ["WAL", "DELETE", "TRUNCATE", "PERSIST", "OFF", "MEMORY"])
    func `A replay of the log has the bytes of the files`(mode: String) async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/store.sqlite"
            let trace = try StoreTrace(databaseAt: path)
            let bare = try StoreTrace(databaseAt: folder + "/bare.sqlite", keepsPayload: false)
            for path in [path, folder + "/bare.sqlite"] {
                let database = try Database(path, vfs: TracingVFS.name)
                try database.run("PRAGMA journal_mode=\(mode); PRAGMA cache_size=10; \(Self.work)")
                if mode == "WAL" { try database.run("PRAGMA wal_checkpoint(PASSIVE)") }
                try database.run("INSERT INTO t(x) VALUES('last'); VACUUM")
            }
            // Closed: a log in WAL is deleted.
            let closed = try trace.log()
            #expect(try Replay(closed).files == filesOnDisk(path))
            #expect(closed.operations.count > 20)
            let database = try Database(path, vfs: TracingVFS.name)
            try database.run("INSERT INTO t(x) VALUES('again')")
            let log = try trace.log()
            let onDisk = try filesOnDisk(path)
            #expect(Replay(log).files == onDisk)
            #expect(onDisk.keys.contains("-wal") == (mode == "WAL"))
            // The same without the bytes.
            let first = outline(closed)
            #expect(try outline(bare.log()) == first)
            #expect(try bare.log().payload.isEmpty)
        }
    }

    @Test(arguments: ["WAL", "DELETE"])
    func `A file that is deleted and created again is another one`(mode: String) async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/store.sqlite"
            let trace = try StoreTrace(databaseAt: path)
            for round in 0..<3 {
                let database = try Database(path, vfs: TracingVFS.name)
                try database.run(
                    """
                    PRAGMA journal_mode=\(mode); CREATE TABLE t\(round)(x); \
                    INSERT INTO t\(round) VALUES(1)
                    """)
            }
            let log = try trace.log()
            let suffix = mode == "WAL" ? "-wal" : "-journal"
            #expect(log.files.filter { $0.pathSuffix.isEmpty }.count == 1)
            #expect(log.files.filter { $0.pathSuffix == suffix }.count >= 3)
            #expect(try Replay(log).files == filesOnDisk(path))
        }
    }

    @Test func `Two connections share the incarnations of their files`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/store.sqlite"
            let trace = try StoreTrace(databaseAt: path)
            let first = try Database(path, vfs: TracingVFS.name)
            try first.run("PRAGMA journal_mode=WAL; CREATE TABLE t(x)")
            let second = try Database(path, vfs: TracingVFS.name)
            for index in 0..<20 {
                try (index % 2 == 0 ? first : second).run("INSERT INTO t VALUES(\(index))")
                if index == 10 { try second.run("PRAGMA wal_checkpoint(RESTART)") }
            }
            let log = try trace.log()
            #expect(log.files.map(\.pathSuffix) == ["", "-journal", "-wal"])
            #expect(try Replay(log).files == filesOnDisk(path))
        }
    }

    @Test func `Files that were there are noted with their size`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/store.sqlite"
            let other = try Database(path)
            try other.run("PRAGMA journal_mode=WAL; CREATE TABLE t(x); INSERT INTO t VALUES(1)")
            let base = try filesOnDisk(path)
            let trace = try StoreTrace(databaseAt: path)
            #expect(try trace.log().words() == "Em Ew")
            #expect(
                try trace.log().operations.map(\.length) == [base[""]!.count, base["-wal"]!.count])
            #expect(try trace.log().changes.isEmpty)
            let database = try Database(path, vfs: TracingVFS.name)
            try database.run("INSERT INTO t VALUES(2); PRAGMA wal_checkpoint(TRUNCATE)")
            try database.run("INSERT INTO t VALUES(3)")
            #expect(try Replay(trace.log(), over: base).files == filesOnDisk(path))
        }
    }

    @Test func `An empty file that was there is no new one`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/store.sqlite"
            try Data().write(to: URL(fileURLWithPath: path))
            let trace = try StoreTrace(databaseAt: path)
            let database = try Database(path, vfs: TracingVFS.name)
            // The journal is empty after each transaction, and xAccess would report it as missing.
            try database.run("PRAGMA journal_mode=TRUNCATE; CREATE TABLE t(x)")
            try database.run("INSERT INTO t VALUES(1)")
            let again = try Database(path, vfs: TracingVFS.name)
            try again.run("PRAGMA journal_mode=TRUNCATE; INSERT INTO t VALUES(2)")
            let log = try trace.log()
            #expect(log.words().hasPrefix("Em Cj"))
            #expect(log.files.count == 2)
            #expect(try Replay(log, over: ["": []]).files == filesOnDisk(path))
        }
    }

    @Test func `A file that others put in another's place is noted as one that was there`()
        async throws
    {
        try await withTemporaryFolder { folder in
            let path = folder + "/store.sqlite"
            let trace = try StoreTrace(databaseAt: path)
            try Database(path, vfs: TracingVFS.name).run("CREATE TABLE t(x)")
            try Database(folder + "/new.sqlite").run("CREATE TABLE u(x); INSERT INTO u VALUES(1)")
            let new = try Data(contentsOf: URL(fileURLWithPath: folder + "/new.sqlite"))
            try FileManager.default.moveItem(atPath: path, toPath: folder + "/old.sqlite")
            try FileManager.default.moveItem(atPath: folder + "/new.sqlite", toPath: path)
            let start = try trace.log().operations.count
            let database = try Database(path, vfs: TracingVFS.name)
            try database.run("INSERT INTO u VALUES(2)")
            let log = try trace.log()
            #expect(log.words(from: start).hasPrefix("Em Cj"))
            #expect(log.files[log.operations[start].file].pathSuffix == "")
            #expect(log.operations[start].length == new.count)
            #expect(try Replay(log, over: ["": [UInt8](new)]).files == filesOnDisk(path))
        }
    }

    @Test func `Room that SQLite reserves is a truncate that makes longer`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/store.sqlite"
            let trace = try StoreTrace(databaseAt: path)
            let database = try Database(path, vfs: TracingVFS.name)
            var chunk: Int32 = 1 << 20
            sqlite3_file_control(database.connection, "main", SQLITE_FCNTL_CHUNK_SIZE, &chunk)
            try database.run("PRAGMA journal_mode=WAL; CREATE TABLE t(x)")
            try database.run("INSERT INTO t VALUES(zeroblob(300000))")
            try database.run("PRAGMA wal_checkpoint(TRUNCATE)")
            let log = try trace.log()
            let grown = log.operations.filter {
                $0.kind == .truncate && log.files[$0.file].class == .main && $0.length == 1 << 20
            }
            #expect(!grown.isEmpty)
            let onDisk = try filesOnDisk(path)
            #expect(onDisk[""]?.count == 1 << 20)
            #expect(Replay(log).files == onDisk)
        }
    }

    @Test func `A super-journal belongs to the store after which it is named`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/store.sqlite"
            let trace = try StoreTrace(databaseAt: path)
            let database = try Database(path, vfs: TracingVFS.name)
            try database.run(
                """
                ATTACH '\(folder)/other.sqlite' AS other; CREATE TABLE main.t(x); \
                CREATE TABLE other.u(x)
                """)
            try database.run("BEGIN; INSERT INTO t VALUES(1); INSERT INTO u VALUES(1); COMMIT")
            let log = try trace.log()
            let superJournals = log.files.filter { $0.pathSuffix.hasPrefix("-mj") }
            #expect(superJournals.count == 1)
            #expect(superJournals.first?.class == .journal)
            #expect(superJournals.first?.pathSuffix.count == 12)
            #expect(try Replay(log).files == filesOnDisk(path))
            #expect(Replay(log).files.keys.sorted() == [""])
        }
    }
}
