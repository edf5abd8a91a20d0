import Execution
import Runs

/// Writes events to a ledger that outlives the process, and kills the process at its exact point.
///
/// The record of an event is written before the point after it, so that a process that dies at a
/// point has left every record that belongs before.
struct LedgerSink: SaveEventSink {
    let ledger: SharedLedger
    let killSwitch: KillSwitch

    func append(kind: UInt32, id: UInt32, count: Int, at instant: Instant) {
        ledger.append(kind: kind, id: id, count: count, at: instant)
    }

    func pass(_ point: KillPoint) {
        killSwitch.pass(point)
    }
}
