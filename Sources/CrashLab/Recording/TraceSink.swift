import Execution
import Runs
import StoreIO
import Synchronization

/// Keeps events in memory, and marks the position of each in the log of the store's I/O.
final class TraceSink: SaveEventSink {
    private let trace: StoreTrace
    private let events = Mutex<[SharedLedger.Record]>([])

    init(_ trace: StoreTrace) {
        self.trace = trace
    }

    /// The events so far.
    ///
    /// The log's note *n* marks the position of event *n*.
    var records: [SharedLedger.Record] { events.withLock { $0 } }

    func append(kind: UInt32, id: UInt32, count: Int, at instant: Instant) {
        events.withLock { events in
            trace.note(UInt64(events.count))
            events.append(
                SharedLedger.Record(
                    sequence: events.count + 1, kind: kind, id: id, count: count, at: instant))
        }
    }

    func pass(_ point: KillPoint) {}
}
