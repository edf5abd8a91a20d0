import Execution
import Foundation
import StoreIO
import Synchronization
import Testing

@Suite struct StoreTraceEnvironmentTests {
    @Test func `Each call is told before and after, and each lock of the wal-index`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/store.sqlite"
            let recorder = Recorder()
            let trace = try StoreTrace(databaseAt: path, environment: recorder)
            let database = try Database(path, vfs: TracingVFS.name)
            try database.run(
                "PRAGMA page_size=4096; PRAGMA journal_mode=WAL; CREATE TABLE t(x)")
            try database.run("INSERT INTO t VALUES(1)")
            recorder.forget()
            try database.run("INSERT INTO t VALUES(2)")
            let words = recorder.words
            #expect(
                words.filter { $0 != "lock" } == [
                    "will write wal 24", "did write wal 24", "will write wal 4096",
                    "did write wal 4096", "will sync wal 0", "did sync wal 0",
                ])
            // A read lock and a write lock, taken and given back; those of the read lie outside.
            #expect(words.first == "lock" && words.last == "lock")
            #expect(words.filter { $0 == "lock" }.count >= 4)
            recorder.forget()
            try database.run("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode=DELETE")
            let calls = Set(
                recorder.words.filter { $0 != "lock" }.map { $0.split(separator: " ")[1] })
            #expect(calls == ["sync", "read", "write", "truncate", "delete", "open"])
            _ = trace
        }
    }

    @Test func `Each call that is told before is told after, and so often as it is counted`()
        async throws
    {
        try await withTemporaryFolder { folder in
            let path = folder + "/store.sqlite"
            let recorder = Recorder()
            let fault = StoreFault(
                call: .sync, file: .main, occurrence: 1, isLasting: false, code: .ioError)
            let trace = try StoreTrace(databaseAt: path, faults: [fault], environment: recorder)
            let database = try Database(path, vfs: TracingVFS.name)
            #expect(throws: Database.Failure.self) { try database.run("CREATE TABLE t(x)") }
            try database.run("CREATE TABLE t(x); INSERT INTO t VALUES(1)")
            let words = recorder.words.filter { $0 != "lock" }
            for (before, after) in zip(words, words.dropFirst()) where before.hasPrefix("will") {
                #expect(after == "did" + before.dropFirst(4))
            }
            #expect(words.count == 2 * trace.callCounts().countedCalls)
        }
    }

    @Test func `A cut or deleted file is told with the bytes that it loses`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/store.sqlite"
            let recorder = Recorder()
            let trace = try StoreTrace(databaseAt: path, environment: recorder)
            let database = try Database(path, vfs: TracingVFS.name)
            try database.run("PRAGMA page_size=4096; PRAGMA journal_mode=WAL; CREATE TABLE t(x)")
            try database.run("INSERT INTO t VALUES(zeroblob(100000))")
            let log = try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size]
            let bytes = try #require(log as? Int)
            try database.run("PRAGMA wal_checkpoint(TRUNCATE)")
            #expect(recorder.words.contains("will truncate wal \(bytes)"), "\(recorder.words)")
            recorder.forget()
            try database.run("INSERT INTO t VALUES(1); PRAGMA journal_mode=DELETE")
            #expect(bytes > 100_000)
            #expect(
                recorder.words.contains {
                    $0.hasPrefix("will delete wal ") && !$0.hasSuffix(" 0")
                }, "\(recorder.words)")
            _ = trace
        }
    }

    // write 8 KiB           cut by 1 KiB: it never was on the disk
    // sync                  cut by 6 KiB
    // write 4 KiB in front  cut by 3 KiB: they lie behind; deleted; a new one is not synced
    @Test func `Space is given back by who cuts or deletes a file, if it was synced`() throws {
        var costs = UnitCosts.reference
        for call in IOKind.allCases {
            costs[call] = UnitCosts.Call(callNanoseconds: 0, kibibyteNanoseconds: 0)
        }
        costs.freed = UnitCosts.Call(callNanoseconds: 100, kibibyteNanoseconds: 1)
        let execution = VirtualExecution(seed: 1, costs: costs)
        let environment = ExecutionEnvironment(execution)
        func time(_ call: StoreCall, _ kibibytes: Int) -> Int64 {
            let began = execution.now
            environment.willCall(call, .wal, bytes: kibibytes << 10)
            return (execution.now - began).wholeNanoseconds
        }
        let times = try execution.run {
            [
                time(.write, 8), time(.truncate, 1), time(.sync, 0), time(.truncate, 6),
                time(.truncate, 0), time(.write, 4), time(.truncate, 3), time(.delete, 7),
                time(.write, 5), time(.delete, 5),
            ]
        }
        #expect(times == [0, 0, 0, 106, 0, 0, 103, 107, 0, 0])
        execution.close()
    }

    @Test func `The log's clock is the environment's`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/store.sqlite"
            let recorder = Recorder()
            let trace = try StoreTrace(databaseAt: path, environment: recorder)
            let database = try Database(path, vfs: TracingVFS.name)
            try database.run("CREATE TABLE t(x)")
            trace.note(1)
            // It ticks with each call, before the call.
            let log = try trace.log()
            let instants = log.operations.map(\.at.nanoseconds)
            #expect(instants.allSatisfy { $0 >= 1_000 && $0 <= recorder.now.nanoseconds })
            #expect(instants == instants.sorted())
            let changes = log.changes.map { instants[$0] }
            #expect(Set(changes).count == changes.count)
            #expect(instants.last == recorder.now.nanoseconds)
        }
    }

    @Test func `A sync takes as long as the environment's word before it, or as the kernel`()
        async throws
    {
        try await withTemporaryFolder { folder in
            for (name, environment) in [("virtual", Recorder()), ("real", nil)] {
                let path = folder + "/\(name).sqlite"
                let trace = try StoreTrace(databaseAt: path, environment: environment)
                let database = try Database(path, vfs: TracingVFS.name)
                try database.run("CREATE TABLE t(x)")
                let operations = try trace.log().operations
                let syncs = operations.filter { $0.kind == .sync }.compactMap(\.took)
                #expect(!syncs.isEmpty)
                if environment != nil {
                    #expect(syncs.allSatisfy { $0 == .nanoseconds(1) })
                } else {
                    #expect(syncs.allSatisfy { $0 > .zero })
                }
                #expect(operations.allSatisfy { $0.kind == .sync || $0.took == nil })
            }
        }
    }

    @Test func `An environment is let go with the trace's last file`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/store.sqlite"
            weak var recorder: Recorder?
            var database: Database?
            do {
                let made = Recorder()
                recorder = made
                let trace = try StoreTrace(databaseAt: path, environment: made)
                #expect(throws: StoreIOError.self) {
                    try StoreTrace(databaseAt: path, environment: made)
                }
                database = try Database(path, vfs: TracingVFS.name)
                try database?.run("CREATE TABLE t(x)")
                trace.end()
            }
            #expect(recorder != nil)
            recorder?.forget()
            try database?.run("INSERT INTO t VALUES(1)")
            #expect(recorder?.words == [])
            database = nil
            #expect(recorder == nil)
        }
    }
}

/// Records its calls; its clock ticks by one before each call.
private final class Recorder: StoreTraceEnvironment {
    private let state = Mutex((words: [String](), ticks: Int64(1_000)))

    var words: [String] { state.withLock { $0.words } }
    var now: Instant { state.withLock { Instant(nanoseconds: $0.ticks) } }

    func forget() { state.withLock { $0.words = [] } }

    func willCall(_ call: StoreCall, _ file: StoreFile, bytes: Int) {
        state.withLock {
            $0.words.append("will \(call) \(file) \(bytes)")
            $0.ticks += 1
        }
    }

    func didCall(_ call: StoreCall, _ file: StoreFile, bytes: Int) {
        state.withLock { $0.words.append("did \(call) \(file) \(bytes)") }
    }

    func willLockWALIndex() { state.withLock { $0.words.append("lock") } }
}
