import Documents
import Execution
import Probes
import Runs
import StoreIO
import Topologies

/// One run, taken down: every byte that it gave the file system, and every event between.
///
///     log     W  W  n0 W  S  n1 commit n2 n3 …      writes, syncs, marks, and notes of events
///     events        │        │         │  │
///                   intent   …         committed …
struct Recording: Sendable {
    let topology: Topology
    let log: StoreLog
    /// The log's note *n* stands where event *n* came.
    let events: [SharedLedger.Record]
    /// The place in the log at which the run began, on an empty store.
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

    /// The digest of the log: equal for recordings whose states have the same bytes under the same
    /// addresses. Hexadecimal.
    ///
    /// - Complexity: O(bytes).
    var digest: String {
        var hash = SHA256()
        hash.update(log.encoded())
        return hash.hex()
    }

    /// The place in the log at which an operation's first event of a kind came.
    ///
    /// - Precondition: there is one.
    func place(of kind: KillLedger.Event, operation: Int) -> Int {
        log.operations.firstIndex { logged in
            guard let event = event(of: logged) else { return false }
            return event.kind & 0xFF == kind.rawValue && Int(event.id) == operation
        }!
    }

    /// The event of a note.
    func event(of operation: StoreLog.Operation) -> SharedLedger.Record? {
        operation.noteID.map { events[Int($0)] }
    }
}
