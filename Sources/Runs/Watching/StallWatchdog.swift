import Execution
import Synchronization

/// Notices that a run stopped moving, and says who waits for whom.
///
/// It stands on a thread outside of every queue, so nothing that is stuck can keep it from looking.
///
///     run            thread
///     didProgress ─▸ look: moved
///     didProgress ─▸ look: moved
///     ✗              look: still, 1 of 40
///                    …
///                    look: still, 40 of 40 ─▸ report, once
package final class StallWatchdog: Sendable {
    /// How many looks a limit is divided into: the report comes at most a fortieth late.
    private static let looks = 40

    private struct Sight {
        var moves = 0
        var still = 0
        var hasReported = false
    }

    private let moves = Atomic<Int>(0)
    private let thread = Mutex<IdleThread?>(nil)

    /// Begins to watch, until `stop` or until the object is released.
    ///
    /// Looks are counted, not time: a process that was stopped, or a machine that was busy
    /// elsewhere, has not made the run stand still.
    ///
    /// - Parameters:
    ///   - limit: how long nothing may move.
    ///   - onStall: gets the report, once, on the watchdog's thread. The queues may be stuck for
    ///     good: it writes what is to be known and ends the process by `ChildProcess.endAtOnce`.
    package init(
        execution: any Execution, limit: Duration,
        onStall: @escaping @Sendable (StallReport) -> Void
    ) {
        let interval = limit / Self.looks
        let sight = Mutex(Sight())
        let idle = IdleThread(label: "lab.watchdog", every: interval) { [weak self] _ in
            guard let self else { return }
            let now = moves.load(ordering: .relaxed)
            let isStalled = sight.withLock { sight in
                guard now == sight.moves else {
                    sight = Sight(moves: now, hasReported: sight.hasReported)
                    return false
                }
                sight.still += 1
                guard sight.still >= Self.looks, !sight.hasReported else { return false }
                sight.hasReported = true
                return true
            }
            guard isStalled else { return }
            onStall(
                StallReport(waits: execution.currentWaits, still: limit, at: execution.now))
        }
        thread.withLock { $0 = idle }
    }

    /// Something moved. Any thread; an atomic addition.
    package func didProgress() {
        moves.add(1, ordering: .relaxed)
    }

    deinit {
        stop()
    }

    /// Ends the watch; no report comes after it, unless it is called from the report.
    package func stop() {
        thread.withLock { $0 }?.stop()
    }
}
