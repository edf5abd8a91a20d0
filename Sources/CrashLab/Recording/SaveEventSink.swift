import Execution
import Runs

/// A recorder of a run's events.
protocol SaveEventSink: Sendable {
    /// Something happened, in the numbering of `KillLedger`.
    func append(kind: UInt32, id: UInt32, count: Int, at instant: Instant)

    /// The run is at one of the points between events.
    func pass(_ point: KillPoint)
}
