import CSQLite
import Foundation
import StoreIO
import Testing

@Suite struct StoreFaultTests {
    /// A call that fails in a mode, and SQLite's code for it.
    struct Case: Sendable, CustomTestStringConvertible {
        var mode: String
        var call: StoreCall
        var file: StoreFile?
        var code: StoreFault.Code
        var result: Int32

        init(
            _ mode: String, _ call: StoreCall, _ file: StoreFile?, _ code: StoreFault.Code,
            _ result: Int32
        ) {
            (self.mode, self.call, self.file, self.code, self.result) =
                (mode, call, file, code, result)
        }

        /// The first read of the database is made by opening it.
        var occurrence: Int { call == .read ? 2 : 1 }

        var testDescription: String {
            "\(mode) \(call) \(file.map { "\($0)" } ?? "any") \(code)"
        }
    }

    private static let cases = [
        Case("WAL", .write, .wal, .ioError, SQLITE_IOERR | 3 << 8),
        Case("WAL", .write, .wal, .full, SQLITE_FULL),
        Case("WAL", .write, nil, .readOnly, SQLITE_READONLY),
        Case("WAL", .sync, .wal, .ioError, SQLITE_IOERR | 4 << 8),
        Case("WAL", .sync, .wal, .full, SQLITE_FULL),
        Case("WAL", .write, .wal, .syncFailure, SQLITE_IOERR | 4 << 8),
        Case("DELETE", .write, .main, .ioError, SQLITE_IOERR | 3 << 8),
        Case("DELETE", .write, .journal, .full, SQLITE_FULL),
        Case("DELETE", .write, .journal, .ioError, SQLITE_IOERR | 3 << 8),
        Case("DELETE", .sync, .journal, .ioError, SQLITE_IOERR | 4 << 8),
        Case("DELETE", .sync, .main, .syncFailure, SQLITE_IOERR | 4 << 8),
        Case("DELETE", .open, .journal, .ioError, SQLITE_CANTOPEN),
        Case("DELETE", .delete, .journal, .ioError, SQLITE_IOERR | 10 << 8),
        Case("DELETE", .read, .main, .ioError, SQLITE_IOERR | 1 << 8),
        Case("TRUNCATE", .truncate, .journal, .ioError, SQLITE_IOERR | 6 << 8),
    ]

    /// Makes a store without a trace, closed again.
    private func makeStore(_ path: String, mode: String) throws {
        try Database(path).run(
            "PRAGMA journal_mode=\(mode); CREATE TABLE t(x); INSERT INTO t VALUES(1)")
    }

    /// Inserts a row and returns the resulting code.
    private func insert(_ database: Database) -> Int32 {
        do {
            try database.run("INSERT INTO t VALUES(2)")
            return SQLITE_OK
        } catch {
            let code = database.extendedCode
            if sqlite3_get_autocommit(database.connection) == 0 {
                _ = try? database.run("ROLLBACK")
            }
            return code
        }
    }

    @Test(arguments: cases)
    func `A fault fails one call with its code, and the next attempt works`(
        fault: Case
    ) async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/store.sqlite"
            try makeStore(path, mode: fault.mode)
            let trace = try StoreTrace(
                databaseAt: path,
                faults: [
                    StoreFault(
                        call: fault.call, file: fault.file, occurrence: fault.occurrence,
                        isLasting: false,
                        code: fault.code)
                ])
            let database = try Database(path, vfs: TracingVFS.name)
            _ = try? database.run("PRAGMA journal_mode=\(fault.mode)")
            if trace.faultsHit == 0 { #expect(insert(database) == fault.result) }
            #expect(trace.faultsHit == 1)
            let faults = try trace.log().operations.filter(\.isInjected)
            #expect(faults.map(\.result) == [fault.result])
            #expect(faults.map(\.failedCall) == [fault.call])
            if let file = fault.file { #expect(faults.map(\.failedFile) == [file]) }
            #expect(insert(database) == SQLITE_OK)
            #expect(try database.run("PRAGMA integrity_check") == ["ok"])
            #expect(trace.faultsHit == 1)
        }
    }

    @Test(arguments: cases)
    func `A lasting fault fails every call until it is cleared`(fault: Case) async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/store.sqlite"
            try makeStore(path, mode: fault.mode)
            let trace = try StoreTrace(
                databaseAt: path,
                faults: [
                    StoreFault(
                        call: fault.call, file: fault.file, occurrence: fault.occurrence,
                        isLasting: true,
                        code: fault.code)
                ])
            let database = try Database(path, vfs: TracingVFS.name)
            _ = try? database.run("PRAGMA journal_mode=\(fault.mode)")
            #expect(insert(database) != SQLITE_OK)
            let hits = trace.faultsHit
            #expect(insert(database) != SQLITE_OK)
            #expect(trace.faultsHit > hits)
            let other = try Database(folder + "/other.sqlite", vfs: TracingVFS.name)
            try other.run("PRAGMA journal_mode=\(fault.mode); CREATE TABLE t(x)")
            #expect(insert(other) == SQLITE_OK)
            trace.clearFaults()
            let final = trace.faultsHit
            #expect(insert(database) == SQLITE_OK)
            #expect(try database.run("PRAGMA integrity_check") == ["ok"])
            #expect(trace.faultsHit == final)
        }
    }

    /// Three transactions and a checkpoint, each of which may fail; the rows that are there then.
    private func work(_ path: String, _ mode: String) -> Set<String> {
        var promised: Set<String> = []
        guard let database = try? Database(path, vfs: TracingVFS.name) else { return [] }
        for sql in ["PRAGMA journal_mode=\(mode)", "PRAGMA synchronous=FULL"] {
            _ = try? database.run(sql)
        }
        for row in ["a", "b", "c"] {
            if (try? database.run("INSERT INTO t VALUES('\(row)')")) != nil { promised.insert(row) }
        }
        _ = try? database.run("PRAGMA wal_checkpoint(TRUNCATE)")
        return promised
    }

    @Test(arguments: ["WAL", "DELETE", "TRUNCATE"])
    func `Every call of a short run may fail, and the store stays whole`(mode: String) async throws
    {
        try await withTemporaryFolder { folder in
            let start = folder + "/start.sqlite"
            try makeStore(start, mode: mode)
            // The counts of a run without failures are the numbers of its calls.
            let clean = folder + "/clean.sqlite"
            try FileManager.default.copyItem(atPath: start, toPath: clean)
            let counting = try StoreTrace(databaseAt: clean, keepsPayload: false)
            #expect(work(clean, mode) == ["a", "b", "c"])
            let counts = counting.callCounts()
            var hits = 0
            for call in StoreCall.allCases {
                for file in [StoreFile.main, .wal, .journal] {
                    for occurrence in 0..<counts[file, call].count {
                        let path = folder + "/\(call)-\(file)-\(occurrence).sqlite"
                        try FileManager.default.copyItem(atPath: start, toPath: path)
                        let base = try filesOnDisk(path)
                        let trace = try StoreTrace(
                            databaseAt: path,
                            faults: [
                                StoreFault(
                                    call: call, file: file, occurrence: occurrence + 1,
                                    isLasting: false, code: .ioError)
                            ])
                        let promised = work(path, mode)
                        #expect(trace.faultsHit == 1, "\(call) \(file) \(occurrence)")
                        let log = try trace.log()
                        #expect(log.operations.filter(\.isInjected).count == 1)
                        #expect(try Replay(log, over: base).files == filesOnDisk(path))
                        let database = try Database(path)
                        let found = Set(try database.run("SELECT x FROM t"))
                        #expect(promised.isSubset(of: found))
                        #expect(try database.run("PRAGMA integrity_check") == ["ok"])
                        hits += 1
                    }
                }
            }
            #expect(hits > 20)
        }
    }

    @Test func `A fault on any file counts the calls on all of them`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/store.sqlite"
            try makeStore(path, mode: "DELETE")
            // Sj Sj Sm: the third is the database's.
            let trace = try StoreTrace(
                databaseAt: path,
                faults: [
                    StoreFault(
                        call: .sync, file: nil, occurrence: 3, isLasting: false, code: .ioError),
                    StoreFault(
                        call: .write, file: .wal, occurrence: 1, isLasting: true, code: .full),
                ])
            let database = try Database(path, vfs: TracingVFS.name)
            #expect(insert(database) == SQLITE_IOERR | 4 << 8)
            #expect(try trace.log().words().contains("!sync-m-1034"))
            #expect(trace.faultsHit == 1)
            #expect(trace.callCounts()[.main, .sync].count >= 1)
        }
    }

    @Test func `An occurrence below one traps`() async {
        await #expect(processExitsWith: .failure) {
            _ = StoreFault(call: .read, file: nil, occurrence: 0, isLasting: false, code: .full)
        }
        await #expect(processExitsWith: .failure) { _ = StoreKill(operation: 0, isAfter: true) }
    }
}
