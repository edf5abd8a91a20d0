import Documents
import Execution
import Probes
import Runs
import StoreIO
import Topologies

/// One recorded run: every byte that it gave the file system, and every event between.
///
///     log     W  W  n0 W  S  n1 commit n2 n3 …      writes, syncs, marks, and notes of events
///     events        │        │         │  │
///                   intent   …         committed …
struct Recording: Sendable {
    let topology: Topology
    let log: StoreLog
    /// The events; the log's entry *n* of this kind marks the moment of event *n*.
    let events: [SharedLedger.Record]
    /// The position in the log at which the run began, on an empty store.
    let began: Int

    /// - Precondition: the run has begun: its first event is in the log.
    init(topology: Topology, log: StoreLog, events: [SharedLedger.Record]) {
        self.topology = topology
        self.log = log
        self.events = events
        guard let began = log.operations.firstIndex(where: { $0.kind == .note }) else {
            preconditionFailure("a recording holds no event: record from before the run's begin")
        }
        self.began = began
    }

    /// The digest of the log, in hexadecimal.
    ///
    /// It is equal for recordings whose states have the same bytes under the same addresses.
    ///
    /// - Complexity: O(bytes).
    var digest: String {
        var hash = SHA256()
        hash.update(log.encoded())
        return hash.hex()
    }

    /// The position in the log of an operation's first event of a kind.
    ///
    /// - Precondition: the recording has such an event.
    func place(of kind: KillLedger.Event, operation: Int) -> Int {
        log.operations.firstIndex { logged in
            guard let event = event(of: logged) else { return false }
            return event.kind & 0xFF == kind.rawValue && Int(event.id) == operation
        }!
    }

    /// The event that an entry of the log marks.
    func event(of operation: StoreLog.Operation) -> SharedLedger.Record? {
        operation.noteID.map { events[Int($0)] }
    }
}
