import Execution
import Results
import StoreIO

/// Reads from a store's log what it did over time, and joins it with the transactions that
/// contexts committed.
///
///     log             note 7 │ write write write sync commit │ note 8 │ write …
///     attempt 7       ├──────── bytes of these writes ───────┤
///     calls                    ├─── write ──┤├sync┤                     ├ write …
///
/// A store has one writer at a time. All that was written since the former commit is therefore the
/// next one's, except what a checkpoint copies into the database.
package struct StoreTimelineBuilder {
    /// A transaction of a context that was committed, as the coordinator reported it.
    package struct Transaction: Sendable {
        package var context: String
        package var began: Instant
        package var committed: Instant
        /// The number of its mark in the log; `nil` without a trace.
        package var attempt: UInt64?
        package var isOnMain: Bool

        package init(
            context: String, began: Instant, committed: Instant, attempt: UInt64?, isOnMain: Bool
        ) {
            self.context = context
            self.began = began
            self.committed = committed
            self.attempt = attempt
            self.isOnMain = isOnMain
        }
    }

    /// Bytes, and the calls that wrote them.
    private struct Written {
        var bytes = 0
        var count = 0
    }

    private var calls: [StoreTimeline.Call] = []
    private var checkpoints: [StoreTimeline.Checkpoint] = []
    /// What the transaction of each mark wrote.
    private var written: [UInt64: Written] = [:]

    // What the operations so far have left.
    private var open = Written()
    private var mark: UInt64?
    private var checkpoint: (began: Int64, bytes: Int)?
    /// Whether the last operation was a write that another may join.
    private var isWriting = false

    /// Reads a log, with or without payload.
    ///
    /// - Parameter zero: calls that ended before it are left out.
    /// - Complexity: O(operations).
    package init(_ log: StoreLog, from zero: Int64) {
        for operation in log.operations { take(operation, log) }
        calls.removeAll { $0.ended < zero }
        checkpoints.removeAll { $0.ended < zero }
    }

    private mutating func take(_ operation: StoreLog.Operation, _ log: StoreLog) {
        let file = operation.file >= 0 ? log.files[operation.file].class : .other
        let at = operation.at.nanoseconds
        defer { isWriting = operation.kind == .write }
        switch operation.kind {
        case .write:
            count(operation.length, in: file)
            write(operation.length, to: StoreTimeline.Call.File(file), at: at)
        case .sync:
            let began = at - (operation.took?.wholeNanoseconds ?? 0)
            calls.append(
                StoreTimeline.Call(
                    .sync, StoreTimeline.Call.File(file), began: began, ended: at, bytes: 0,
                    count: 1))
        case .note:
            mark = operation.noteID
        case .commit:
            if let mark { written[mark] = open }
            mark = nil
            open = Written()
        case .checkpointBegun:
            checkpoint = (at, 0)
        case .checkpointDone:
            if let (began, bytes) = checkpoint {
                checkpoints.append(StoreTimeline.Checkpoint(began: began, ended: at, bytes: bytes))
            }
            checkpoint = nil
        case .create, .truncate, .delete, .fault:
            break
        }
    }

    /// Counts a write for the checkpoint or the transaction that made it.
    private mutating func count(_ bytes: Int, in file: StoreFile) {
        if file == .main, checkpoint != nil {
            checkpoint!.bytes += bytes
        } else {
            open.bytes += bytes
            open.count += 1
        }
    }

    private mutating func write(_ bytes: Int, to file: StoreTimeline.Call.File, at instant: Int64) {
        guard isWriting, calls.last?.file == file else {
            calls.append(
                StoreTimeline.Call(
                    .write, file, began: instant, ended: instant, bytes: bytes, count: 1))
            return
        }
        calls[calls.count - 1].ended = instant
        calls[calls.count - 1].bytes += bytes
        calls[calls.count - 1].count += 1
    }

    /// The timeline with the transactions of the contexts.
    ///
    /// - Parameter coordinators: the number of each context's coordinator.
    package func timeline(
        of transactions: some Sequence<Transaction>, coordinators: [String: Int]
    ) -> StoreTimeline {
        StoreTimeline(
            transactions: transactions.map { transaction in
                let written = transaction.attempt.flatMap { self.written[$0] } ?? Written()
                return StoreTimeline.Transaction(
                    context: transaction.context,
                    coordinator: coordinators[transaction.context] ?? 1,
                    began: transaction.began.nanoseconds,
                    committed: transaction.committed.nanoseconds, bytes: written.bytes,
                    writes: written.count, isOnMain: transaction.isOnMain)
            }, calls: calls, checkpoints: checkpoints)
    }
}

extension StoreTimeline.Call.File {
    fileprivate init(_ file: StoreFile) {
        self =
            switch file {
            case .main: .database
            case .wal: .log
            case .journal: .journal
            case .other, .external: .other
            }
    }
}
