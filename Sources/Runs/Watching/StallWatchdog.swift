import Execution
import Synchronization

/// Notices that a run stopped moving, and reports the waits and their holders.
///
/// It runs on a thread outside of every queue, so a stuck queue cannot stop it.
///
///     run            thread
///     didProgress ─▸ look: moved
///     didProgress ─▸ look: moved
///     ✗              look: still, 1 of 40
///                    look: still, 2 of 40
///                    look: still, and a thread had no core: counts a tenth
///                    …
///                    look: still, 40 of 40 ─▸ report, once
package final class StallWatchdog: Sendable {
    /// How many looks a limit is divided into: the report comes at most a fortieth late.
    private static let looks = 40
    /// The weight of a look at which nothing had moved, and of one at which the machine was busy
    /// elsewhere.
    private static let weights = (still: 10, starved: 1)
    /// How many still looks pass before the threads are looked at, which costs a run some time.
    private static let looksWithoutThreads = 10

    private typealias Threads = [Int: ThreadActivity]

    private struct Sight {
        var moves = 0
        /// Looks since the last move, and the sum of their weights.
        var looks = 0
        var still = 0
        var hasReported = false
        /// The threads when they were first looked at, and last.
        var threads: (first: Threads, last: Threads)?

        init(moves: Int = 0, hasReported: Bool = false) {
            self.moves = moves
            self.hasReported = hasReported
        }

        /// Counts a look at which nothing had moved.
        ///
        /// - Parameters:
        ///   - interval: the time between two looks.
        ///   - read: reads the threads.
        /// - Returns: the activity of the threads meanwhile, when it is time for a report.
        mutating func count(
            _ interval: Duration, reading read: () -> Threads
        ) -> [ThreadActivity]? {
            looks += 1
            var isStarved = false
            if looks >= StallWatchdog.looksWithoutThreads {
                let now = read()
                if let threads {
                    let changes = ThreadActivity.changes(from: threads.last, to: now)
                    isStarved = changes.contains {
                        $0.state == "D" || $0.runDelay > interval.wholeNanoseconds / 2
                    }
                }
                threads = (threads?.first ?? now, now)
            }
            let weights = StallWatchdog.weights
            still += isStarved ? weights.starved : weights.still
            guard still >= StallWatchdog.looks * weights.still, !hasReported else { return nil }
            hasReported = true
            return threads.map { ThreadActivity.changes(from: $0.first, to: $0.last) } ?? []
        }
    }

    private let moves = Atomic<Int>(0)
    private let thread = Mutex<IdleThread?>(nil)

    /// Begins to watch, until `stop` or until the object is released.
    ///
    /// Looks are counted, not time: a stopped process does not count as a stuck run. A look counts
    /// a tenth if a thread could run and had no core for half of the time, or waits for the disk: a
    /// machine that is busy elsewhere gets ten times as long.
    ///
    /// - Parameters:
    ///   - limit: the time in which something must move.
    ///   - read: reads the threads' use of the machine.
    ///   - onStall: gets the report, once, on the watchdog's thread. The queues may be stuck for
    ///     good: it writes the report and ends the process by `ChildProcess.endAtOnce`.
    package init(
        execution: any Execution, limit: Duration,
        reading read: @escaping @Sendable () -> [Int: ThreadActivity] = ThreadActivity.ofProcess,
        onStall: @escaping @Sendable (StallReport) -> Void
    ) {
        let interval = limit / Self.looks
        let sight = Mutex(Sight())
        let idle = IdleThread(label: "lab.watchdog", every: interval) { [weak self] _ in
            guard let self else { return }
            let now = moves.load(ordering: .relaxed)
            let activity = sight.withLock { sight -> [ThreadActivity]? in
                guard now == sight.moves else {
                    sight = Sight(moves: now, hasReported: sight.hasReported)
                    return nil
                }
                return sight.count(interval, reading: read)
            }
            guard let activity else { return }
            onStall(
                StallReport(
                    waits: execution.currentWaits, threads: activity, still: limit,
                    at: execution.now))
        }
        thread.withLock { $0 = idle }
    }

    /// Records a move, from any thread, by an atomic addition.
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
