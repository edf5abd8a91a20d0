import Execution
import Foundation
import StoreIO
import Synchronization
import Testing

@Suite struct StoreTraceConcurrencyTests {
    // writer                              checkpointer
    // INSERT: append to the log           copy frames into the database
    // INSERT                              sync, copy …
    //                      … until the writer's last row …
    // done ─────────────────────────────▶ one checkpoint more
    @Test func `The log of a writer and a checkpointer has the order of the kernel`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/store.sqlite"
            let trace = try StoreTrace(databaseAt: path)
            let keeper = try Database(path, vfs: TracingVFS.name)
            try keeper.run("PRAGMA journal_mode=WAL; CREATE TABLE t(x)")
            let isDone = Atomic(false)
            try inParallel([
                {
                    defer { isDone.store(true, ordering: .releasing) }
                    let database = try Database(path, vfs: TracingVFS.name)
                    try database.run("PRAGMA busy_timeout=10000; PRAGMA wal_autocheckpoint=0")
                    for index in 0..<400 {
                        trace.note(UInt64(index))
                        try database.run("INSERT INTO t VALUES(zeroblob(\(index % 7 * 1000)))")
                    }
                },
                {
                    let database = try Database(path, vfs: TracingVFS.name)
                    try database.run("PRAGMA busy_timeout=10000")
                    var isLast = false
                    while !isLast {
                        isLast = isDone.load(ordering: .acquiring)
                        try database.run("PRAGMA wal_checkpoint(PASSIVE)")
                        _ = try trace.log().operations.count
                    }
                },
            ])
            let log = try trace.log()
            #expect(Replay(log).files == (try filesOnDisk(path)))
            #expect(log.operations.compactMap(\.noteID) == Array(0..<400))
            #expect(log.operations.filter { $0.kind == .commit }.count >= 400)
            #expect(log.operations.contains { $0.kind == .checkpointDone })
            let instants = log.operations.map(\.at)
            #expect(instants == instants.sorted())
            #expect(try keeper.run("PRAGMA integrity_check") == ["ok"])
        }
    }

    // writer                              reader
    // INSERT: willCall(write)
    //   arrived ────────────────────────▶ opens, SELECT: one row; log(), note(_:)
    //   ◀──────────────────────── goOn    done
    //   write …
    @Test func `A thread that waits in the environment holds up no other`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/store.sqlite"
            let gate = WriteGate()
            let trace = try StoreTrace(databaseAt: path, environment: gate)
            let keeper = try Database(path, vfs: TracingVFS.name)
            try keeper.run(
                "PRAGMA journal_mode=WAL; CREATE TABLE t(x); INSERT INTO t VALUES(1)")
            gate.isShut.store(true, ordering: .releasing)
            try inParallel([
                { try Database(path, vfs: TracingVFS.name).run("INSERT INTO t VALUES(2)") },
                {
                    gate.arrived.wait()
                    defer {
                        gate.isShut.store(false, ordering: .releasing)
                        gate.goOn.signal()
                    }
                    let reader = try Database(path, vfs: TracingVFS.name)
                    #expect(try reader.run("SELECT count(*) FROM t") == ["1"])
                    trace.note(1)
                    #expect(try trace.log().operations.last?.noteID == 1)
                },
            ])
            #expect(try keeper.run("SELECT count(*) FROM t") == ["2"])
        }
    }

    // writer                              tracer
    // INSERT …
    //   row 100 ────────────────────────▶ end()
    // INSERT … goes on untraced
    @Test func `A trace ends while a writer's files are open`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/store.sqlite"
            let trace = try StoreTrace(databaseAt: path)
            let hundred = DispatchSemaphore(value: 0)
            let ended = Atomic(false)
            try inParallel([
                {
                    let database = try Database(path, vfs: TracingVFS.name)
                    try database.run("PRAGMA journal_mode=WAL; CREATE TABLE t(x)")
                    var index = 0
                    while index < 200 || !ended.load(ordering: .acquiring) {
                        try database.run("INSERT INTO t VALUES(\(index))")
                        index += 1
                        if index == 100 { hundred.signal() }
                    }
                    let traced = trace.callCounts()
                    try database.run("INSERT INTO t VALUES(\(index))")
                    #expect(trace.callCounts() == traced)
                    #expect(
                        try database.run("SELECT count(*) FROM t; PRAGMA integrity_check")
                            == ["\(index + 1)", "ok"])
                },
                {
                    hundred.wait()
                    trace.end()
                    ended.store(true, ordering: .releasing)
                },
            ])
            #expect(try trace.log().operations.filter { $0.kind == .commit }.count >= 100)
        }
    }

    // opener ×2: open, INSERT, close            tracer: begin, log, end
    @Test func `Traces come and go while their store is opened and closed`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/store.sqlite"
            // The openers may come before the first trace, which registers it.
            try TracingVFS.register()
            try Database(path).run("PRAGMA journal_mode=WAL; CREATE TABLE t(x)")
            let work: @Sendable () throws -> Void = {
                for index in 0..<60 {
                    let database = try Database(path, vfs: TracingVFS.name)
                    try database.run(
                        "PRAGMA busy_timeout=10000; INSERT INTO t VALUES(\(index))")
                }
            }
            try inParallel([
                work, work,
                {
                    for _ in 0..<120 {
                        let trace = try StoreTrace(databaseAt: path)
                        trace.note(1)
                        #expect(try trace.log().operations.contains { $0.noteID == 1 })
                    }
                },
            ])
            #expect(try Database(path).run("SELECT count(*) FROM t") == ["120"])
        }
    }
}

/// Lets a write to the log wait until it may go on.
private final class WriteGate: StoreTraceEnvironment {
    let isShut = Atomic(false)
    let arrived = DispatchSemaphore(value: 0)
    let goOn = DispatchSemaphore(value: 0)

    var now: Instant { Instant(nanoseconds: 0) }

    func willCall(_ call: StoreCall, _ file: StoreFile, bytes: Int) {
        guard call == .write, file == .wal, isShut.load(ordering: .acquiring) else { return }
        arrived.signal()
        goOn.wait()
    }

    func didCall(_ call: StoreCall, _ file: StoreFile, bytes: Int) {}
    func willLockWALIndex() {}
}

/// Runs each closure on a thread of its own, waits for all, and throws the first error.
private func inParallel(_ bodies: [@Sendable () throws -> Void]) throws {
    let failures = Mutex([any Error]())
    let ended = DispatchSemaphore(value: 0)
    for body in bodies {
        Thread {
            do { try body() } catch { failures.withLock { $0.append(error) } }
            ended.signal()
        }.start()
    }
    for _ in bodies { ended.wait() }
    if let failure = failures.withLock({ $0.first }) { throw failure }
}
