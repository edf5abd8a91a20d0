import Execution
import Foundation
import StoreIO
import Testing

@Suite struct StoreLogEncodingTests {
    /// A log with every kind of operation: WAL, a checkpoint, a deleted file, a note, a fault.
    private func log(keepsPayload: Bool = true) async throws -> StoreLog {
        try await withTemporaryFolder { folder in
            let path = folder + "/store.sqlite"
            try Data().write(to: URL(fileURLWithPath: path))
            let fault = StoreFault(
                call: .sync, file: .wal, occurrence: 3, isLasting: false, code: .ioError)
            let trace = try StoreTrace(
                databaseAt: path, keepsPayload: keepsPayload, faults: [fault])
            let database = try Database(path, vfs: TracingVFS.name)
            try database.run("PRAGMA page_size=512; PRAGMA journal_mode=WAL; CREATE TABLE t(x)")
            trace.note(.max)
            #expect(throws: Database.Failure.self) { try database.run("INSERT INTO t VALUES(1)") }
            try database.run("INSERT INTO t VALUES(2); PRAGMA wal_checkpoint(TRUNCATE)")
            let log = try trace.log()
            #expect(Set(log.operations.map(\.kind)) == Set(StoreLog.Kind.allCases))
            return log
        }
    }

    @Test(arguments: [true, false])
    func `A log is the same after it was encoded and decoded`(keepsPayload: Bool) async throws {
        let log = try await log(keepsPayload: keepsPayload)
        #expect(log.payload.isEmpty != keepsPayload)
        let bytes = log.encoded()
        #expect(bytes.prefix(4) == [0x43, 0x44, 0x4F, 0x4C])
        #expect(try StoreLog(decoding: bytes) == log)
        let empty = StoreLog(keepsPayload: keepsPayload, files: [], operations: [], payload: [])
        #expect(try StoreLog(decoding: empty.encoded()) == empty)
    }

    @Test func `A log from which writes were taken is laid out anew`() async throws {
        var log = try await log()
        let writes = log.operations.indices.filter { log.operations[$0].kind == .write }
        log.operations.remove(at: writes[1])
        let decoded = try StoreLog(decoding: log.encoded())
        #expect(decoded.payload.count < log.payload.count)
        #expect(decoded.operations.count == log.operations.count)
        for (left, right) in zip(decoded.operations, log.operations) {
            #expect(decoded.payload[left.payload] == log.payload[right.payload])
        }
    }

    @Test func `A log that is cut anywhere is refused`() async throws {
        let bytes = try await log().encoded()
        for count in 0..<bytes.count where count < 2_000 || count % 97 == 0 {
            let error = #expect(throws: StoreIOError.self) {
                try StoreLog(decoding: Array(bytes.prefix(count)))
            }
            #expect(error?.code == .logDamaged, "\(count)")
        }
        #expect(throws: StoreIOError.self) { try StoreLog(decoding: bytes + [0]) }
    }

    @Test func `A log of which any bit is wrong is refused`() async throws {
        let bytes = try await log().encoded()
        for index in bytes.indices where index < 2_000 || index % 7 == 0 {
            var damaged = bytes
            damaged[index] ^= 1 << (index % 8)
            let error = #expect(throws: StoreIOError.self) { try StoreLog(decoding: damaged) }
            #expect(error?.code == .logDamaged, "\(index)")
        }
    }

    @Test func `Members that no trace logs are refused, with a checksum that is right`() throws {
        let file = StoreLog.File(class: .main, pathSuffix: "")
        let write = StoreLog.Operation(
            .write, file: 0, at: Instant(nanoseconds: 1), offset: 0, length: 3, payload: 0..<3)
        let log = StoreLog(
            keepsPayload: true, files: [file], operations: [write], payload: [1, 2, 3])
        #expect(try StoreLog(decoding: log.encoded()) == log)
        let changes: [(inout StoreLog) -> Void] = [
            { $0.operations[0].file = 1 }, { $0.operations[0].file = StoreLog.Operation.noFile },
            { $0.operations[0].length = 4 }, { $0.operations[0].length = 2 },
            { $0.operations[0].length = -3 }, { $0.operations[0].length = .max },
            { $0.operations[0].offset = -1 }, { $0.keepsPayload = false }, { $0.files = [] },
            { $0.operations[0].kind = .sync },
        ]
        for (index, change) in changes.enumerated() {
            var changed = log
            change(&changed)
            let error = #expect(throws: StoreIOError.self, "\(index)") {
                try StoreLog(decoding: changed.encoded())
            }
            #expect(error?.code == .logDamaged, "\(index)")
        }
    }
}
