import CSQLite
import Foundation
import Glibc
import StoreIO
import Testing

@Suite struct StoreKillTests {
    /// The work of every process on its store.
    ///
    /// Salts of the log and numbers of journals are drawn from SQLite's generator, which is seeded
    /// by the default VFS: with a seed of our own, all processes write the same bytes.
    static func work(_ path: String, mode: String, kill: StoreKill?) throws -> StoreLog {
        let standard = try #require(sqlite3_vfs_find(nil))
        standard.pointee.xRandomness = { _, count, out in
            memset(out!, 7, Int(count))
            return count
        }
        let trace = try StoreTrace(databaseAt: path, kill: kill)
        let database = try Database(path, vfs: TracingVFS.name)
        if mode == "CHUNKS" {
            var chunk: Int32 = 1 << 18
            sqlite3_file_control(database.connection, "main", SQLITE_FCNTL_CHUNK_SIZE, &chunk)
        }
        try database.run(
            """
            PRAGMA page_size=4096; PRAGMA journal_mode=\(mode == "CHUNKS" ? "WAL" : mode); \
            CREATE TABLE t(x); INSERT INTO t VALUES(1)
            """)
        if mode != "DELETE" { try database.run("PRAGMA wal_checkpoint(TRUNCATE)") }
        try database.run("INSERT INTO t VALUES(zeroblob(9000))")
        return try trace.log()
    }

    @Test(arguments: ["WAL", "DELETE", "CHUNKS"])
    func `A killed process leaves exactly what was done before`(mode: String) async throws {
        try await withTemporaryFolder { folder in
            await #expect(processExitsWith: .success) {
                [folder = folder as String, mode = mode as String] in
                let log = try Self.work(folder + "/whole.sqlite", mode: mode, kill: nil)
                try Data(log.encoded()).write(to: URL(fileURLWithPath: folder + "/log"))
            }
            let bytes = try Data(contentsOf: URL(fileURLWithPath: folder + "/log"))
            let log = try StoreLog(decoding: [UInt8](bytes))
            #expect(log.changes.count > 15)
            // Every third change, and in the mode with chunks those that lengthen the file.
            let numbers = log.changes.indices.filter { index in
                let operation = log.operations[log.changes[index]]
                return mode == "CHUNKS"
                    ? operation.kind == .truncate && log.files[operation.file].class == .main
                    : index % 3 == 0 || operation.kind == .delete || operation.kind == .create
            }
            for number in numbers {
                for isAfter in [false, true] {
                    let path = folder + "/\(number)-\(isAfter).sqlite"
                    await #expect(processExitsWith: .signal(SIGKILL)) {
                        [
                            path = path as String, mode = mode as String,
                            number = number as Int, isAfter = isAfter as Bool
                        ] in
                        _ = try Self.work(
                            path, mode: mode,
                            kill: StoreKill(operation: number + 1, isAfter: isAfter))
                    }
                    let count = log.changes[number] + (isAfter ? 1 : 0)
                    let expected = Replay(log, first: count).files
                    let onDisk = try filesOnDisk(path)
                    #expect(
                        onDisk == expected,
                        "change \(number + 1), \(log.operations[log.changes[number]].kind)")
                    guard !onDisk.isEmpty else { continue }
                    #expect(StoreCheck.problems(inDatabaseAt: path) == [])
                }
            }
            #expect(!numbers.isEmpty)
            if mode == "CHUNKS" {
                // Room is reserved before the first page is written, and no call reports it.
                #expect(log.words().contains("Sj Tm\(1 << 18) Wm4096"))
            }
        }
    }

    @Test func `A kill behind the last change never comes`() async {
        await #expect(processExitsWith: .success) {
            try await withTemporaryFolder { folder in
                let kill = StoreKill(operation: 1_000, isAfter: false)
                let log = try Self.work(folder + "/store.sqlite", mode: "WAL", kill: kill)
                #expect(log.changes.count < 1_000)
            }
        }
    }
}
