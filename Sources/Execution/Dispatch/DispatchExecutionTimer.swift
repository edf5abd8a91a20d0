import Dispatch
import Synchronization

/// A timer that fires on a thread of its own and enqueues its handler on the queue.
///
/// Not on the queue itself: a timer source that waits inside a busy main queue could not be
/// counted, and "the queue is idle" would be a guess.
final class DispatchExecutionTimer: ExecutionTimer {
    // Dispatch sources may be cancelled from any thread; the type only lacks the annotation.
    nonisolated(unsafe) private let source: any DispatchSourceTimer
    private let isPending = Atomic<Bool>(false)
    private let isCancelled = Atomic<Bool>(false)

    init(
        source: any DispatchSourceTimer, queue: any ExecutionQueue, first: Instant,
        interval: Duration?, handler: @escaping @Sendable (Instant) -> Void
    ) {
        self.source = source
        let due = Mutex(first)
        let step = interval?.wholeNanoseconds
        // The source keeps its handler, and so this timer, until it is cancelled: a timer lasts
        // without another reference.
        source.setEventHandler { [self] in
            guard !isCancelled.load(ordering: .acquiring) else { return }
            // Dispatch counts the firings that came due while this thread was kept from running;
            // without the count each such firing would make all later ones look late.
            nonisolated(unsafe) let source = self.source
            let firings = Int64(clamping: max(1, source.data))
            let dueNow = due.withLock { due in
                let dueNow = due
                if let step { due = Instant(nanoseconds: due.nanoseconds + step * firings) }
                return dueNow
            }
            if step == nil { source.cancel() }
            guard !isPending.exchange(true, ordering: .acquiringAndReleasing) else { return }
            queue.async {
                // Before the handler runs: a firing that comes due meanwhile is queued, not
                // dropped.
                self.isPending.store(false, ordering: .releasing)
                guard !self.isCancelled.load(ordering: .acquiring) else { return }
                handler(dueNow)
            }
        }
        // An instant is Dispatch's uptime in nanoseconds: both read CLOCK_MONOTONIC. Zero would
        // mean "now" to Dispatch.
        let deadline = DispatchTime(uptimeNanoseconds: UInt64(max(1, first.nanoseconds)))
        if let step {
            source.schedule(
                deadline: deadline, repeating: .nanoseconds(Int(step)), leeway: .nanoseconds(0))
        } else {
            source.schedule(deadline: deadline, leeway: .nanoseconds(0))
        }
        source.activate()
    }

    func cancel() {
        isCancelled.store(true, ordering: .releasing)
        source.cancel()
    }
}
