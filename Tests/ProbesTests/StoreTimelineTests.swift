import Execution
import Probes
import Results
import StoreIO
import Testing

struct `A store's timeline` {
    private let files: [StoreLog.File] = [
        StoreLog.File(class: .main, pathSuffix: ""), StoreLog.File(class: .wal, pathSuffix: "-wal"),
    ]

    /// A log of one operation a microsecond.
    private func log(_ operations: [(kind: StoreLog.Kind, file: Int, bytes: Int)]) -> StoreLog {
        StoreLog(
            keepsPayload: false, files: files,
            operations: operations.enumerated().map { index, operation in
                let isLong = operation.kind == .write
                return StoreLog.Operation(
                    operation.kind, file: operation.file,
                    at: Instant(nanoseconds: Int64(index) * 1_000),
                    offset: isLong ? 0 : operation.bytes, length: isLong ? operation.bytes : 0)
            }, payload: [])
    }

    //   0 note 1   1 frame   2 page   3 sync 0.8 µs   4 commit
    //   5 checkpoint   6 page 7 frame of 2   8 done   9 note 2   10 page   11 commit
    private var sample: StoreLog {
        log([
            (.note, StoreLog.Operation.noFile, 1), (.write, 1, 24), (.write, 1, 4_096),
            (.sync, 1, 800), (.commit, 0, 0), (.checkpointBegun, 0, 0), (.write, 0, 4_096),
            (.write, 1, 24), (.checkpointDone, 0, 0), (.note, StoreLog.Operation.noFile, 2),
            (.write, 1, 4_096), (.commit, 0, 0),
        ])
    }

    private func transaction(
        _ attempt: UInt64?, _ context: String
    ) -> StoreTimelineBuilder.Transaction {
        StoreTimelineBuilder.Transaction(
            context: context, began: Instant(nanoseconds: 10),
            committed: Instant(nanoseconds: 4_000), attempt: attempt, isOnMain: false)
    }

    @Test func `A transaction wrote what came since the former commit, without checkpoints`() {
        let timeline = StoreTimelineBuilder(sample, from: 0).timeline(
            of: [transaction(1, "main"), transaction(2, "other"), transaction(nil, "main")],
            coordinators: ["main": 1, "other": 2])
        #expect(timeline.transactions.map(\.bytes) == [4_120, 4_120, 0])
        #expect(timeline.transactions.map(\.writes) == [2, 2, 0])
        #expect(timeline.transactions.map(\.coordinator) == [1, 2, 1])
        let checkpoint = StoreTimeline.Checkpoint(began: 5_000, ended: 8_000, bytes: 4_096)
        #expect(timeline.checkpoints == [checkpoint])
    }

    @Test func `Writes to one file that follow one another are one call; a sync has a length`() {
        let calls = StoreTimelineBuilder(sample, from: 0).timeline(of: [], coordinators: [:]).calls
        #expect(
            calls == [
                StoreTimeline.Call(
                    .write, .log, began: 1_000, ended: 2_000, bytes: 4_120, count: 2),
                StoreTimeline.Call(.sync, .log, began: 2_200, ended: 3_000, bytes: 0, count: 1),
                StoreTimeline.Call(
                    .write, .database, began: 6_000, ended: 6_000, bytes: 4_096, count: 1),
                StoreTimeline.Call(.write, .log, began: 7_000, ended: 7_000, bytes: 24, count: 1),
                StoreTimeline.Call(
                    .write, .log, began: 10_000, ended: 10_000, bytes: 4_096, count: 1),
            ])
    }

    @Test func `What ended before the run began is left out`() {
        let timeline = StoreTimelineBuilder(sample, from: 8_500).timeline(
            of: [transaction(2, "main")], coordinators: [:])
        #expect(timeline.calls.count == 1 && timeline.checkpoints.isEmpty)
        #expect(timeline.transactions[0].bytes == 4_120)
    }
}
