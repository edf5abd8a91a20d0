import Execution
import Synchronization

/// Watches one child from outside and kills it by plan or when its time is over.
final class ChildWatch: Sendable {
    /// How often a ledger is looked at for the record that the plan waits for: a twentieth of the
    /// shortest time between two commits of `smoke`, and 1 % of a core.
    private static let lookInterval = Duration.microseconds(500)

    private let threads: [IdleThread]

    /// Begins to watch; `stop` must follow.
    init(child: ChildHandle, plan: KillPlan, timeLimit: Duration?) {
        var threads: [IdleThread] = []
        if let timeLimit {
            threads.append(Self.kill(child, .timeLimit, after: timeLimit))
        }
        switch plan {
        case .never:
            break
        case .after(let delay):
            threads.append(Self.kill(child, .plan, after: delay))
        case .afterRecord(let ledger, let kind, let delay):
            let search = Mutex(Search(ledger: ledger, kind: kind))
            threads.append(
                IdleThread(label: "lab.kill", every: Self.lookInterval) { _ in
                    guard let at = search.withLock({ $0.find() }) else { return }
                    if ThreadClock.monotonic >= at + delay { child.kill(.plan) }
                })
        }
        self.threads = threads
    }

    /// Ends the watch; no kill comes after it.
    func stop() {
        for thread in threads { thread.stop() }
    }

    /// Kills the child at a thread's first tick, one interval after its start: a timer that needs
    /// no queue.
    ///
    /// Later ticks kill a child that is killed already, which does nothing.
    private static func kill(
        _ child: ChildHandle, _ killer: ChildResult.Killer, after delay: Duration
    ) -> IdleThread {
        IdleThread(label: "lab.kill", every: max(delay, .nanoseconds(1))) { _ in
            child.kill(killer)
        }
    }

    /// Looks for the first record of a kind, never twice at the same record.
    private struct Search: Sendable {
        let ledger: SharedLedger
        let kind: UInt32
        var next = 1
        var found: Instant?

        mutating func find() -> Instant? {
            while found == nil, let record = ledger.record(at: next) {
                next += 1
                if record.kind == kind { found = record.at }
            }
            return found
        }
    }
}
