import Execution
import Foundation
import StoreIO
import Synchronization
import Testing

@Suite struct DurabilityTimelineTests {
    private static func log(_ operations: [StoreLog.Operation]) -> StoreLog {
        StoreLog(
            keepsPayload: false,
            files: [
                StoreLog.File(class: .main, pathSuffix: ""),
                StoreLog.File(class: .wal, pathSuffix: "-wal"),
            ], operations: operations, payload: [])
    }

    private static func operation(
        _ kind: StoreLog.Kind, at nanoseconds: Int64, length: Int = 0
    ) -> StoreLog.Operation {
        StoreLog.Operation(
            kind, file: kind == .commit ? 0 : 1, at: Instant(nanoseconds: nanoseconds),
            length: length)
    }

    // A   frame  commit
    // C                  sync ───────────────────┤  sync
    // B                        frame  commit
    @Test func `A sync makes durable what came before it began, and nothing that came beside it`() {
        let first = [
            Self.operation(.create, at: 1), Self.operation(.write, at: 2, length: 4096),
            Self.operation(.commit, at: 3), Self.operation(.write, at: 5, length: 4096),
            Self.operation(.commit, at: 6),
        ]
        let beside = Self.operation(.sync, at: 9, length: 3)
        #expect(beside.synced == 3)
        func durable(_ syncs: [StoreLog.Operation]) -> [Int64?] {
            DurabilityTimeline(Self.log(first + syncs)).commits.map { $0?.nanoseconds }
        }
        #expect(durable([beside]) == [9, nil])
        #expect(durable([beside, Self.operation(.sync, at: 12)]) == [9, 12])
        #expect(durable([Self.operation(.sync, at: 9)]) == [9, 9])
    }

    // frame                 frame                         commit
    //        sync ────────────────────────────────┤
    //                               sync ────┤
    @Test func `A sync that began first and ends last takes nothing back`() {
        let operations = [
            Self.operation(.create, at: 1), Self.operation(.write, at: 2, length: 4096),
            Self.operation(.write, at: 4, length: 4096), Self.operation(.sync, at: 6, length: 3),
            Self.operation(.sync, at: 7, length: 2), Self.operation(.commit, at: 8),
        ]
        #expect(DurabilityTimeline(Self.log(operations)).commits == [Instant(nanoseconds: 7)])
    }

    // writer          INSERT  INSERT  INSERT …
    // checkpointer      sync ──┤ copy  sync ──┤ …
    @Test func `Writers go on while a log is synced, and each sync tells what it covers`()
        async throws
    {
        try await withTemporaryFolder { folder in
            let path = folder + "/store.sqlite"
            let trace = try StoreTrace(databaseAt: path, keepsPayload: false)
            let keeper = try Database(path, vfs: TracingVFS.name)
            try keeper.run("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; CREATE TABLE t(x)")
            let isDone = Atomic(false)
            let ended = DispatchSemaphore(value: 0)
            Thread {
                let database = try? Database(path, vfs: TracingVFS.name)
                _ = try? database?.run("PRAGMA busy_timeout=10000")
                while !isDone.load(ordering: .acquiring) {
                    _ = try? database?.run("PRAGMA wal_checkpoint(PASSIVE)")
                }
                ended.signal()
            }.start()
            try keeper.run("PRAGMA busy_timeout=10000; PRAGMA wal_autocheckpoint=0")
            // Until a sync had an insertion beside it, which none has that holds writers up.
            var beside: [Int] = []
            for round in 0..<400 where beside.isEmpty {
                for index in 0..<50 {
                    try keeper.run("INSERT INTO t VALUES(zeroblob(\((round + index) % 7 * 1000)))")
                }
                beside = try trace.log().operations.compactMap(\.synced)
            }
            #expect(!beside.isEmpty)
            isDone.store(true, ordering: .releasing)
            ended.wait()
            let log = try trace.log()
            let syncs = log.operations.indices.filter { log.operations[$0].kind == .sync }
            #expect(syncs.count > 2)
            for place in syncs {
                guard let synced = log.operations[place].synced else { continue }
                #expect(synced > 0 && synced < place)
            }
            let durable = DurabilityTimeline(log).commits.compactMap(\.self)
            #expect(durable == durable.sorted())
            #expect(try keeper.run("PRAGMA integrity_check") == ["ok"])
        }
    }
}
