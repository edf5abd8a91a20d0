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
        interval: Duration?, now: Instant, handler: @escaping @Sendable (Instant) -> Void
    ) {
        self.source = source
        let due = Mutex(first)
        let step = interval?.wholeNanoseconds
        source.setEventHandler { [weak self] in
            guard let self, !isCancelled.load(ordering: .acquiring) else { return }
            let dueNow = due.withLock { due in
                let dueNow = due
                if let step { due = Instant(nanoseconds: due.nanoseconds + step) }
                return dueNow
            }
            guard !isPending.exchange(true, ordering: .acquiringAndReleasing) else { return }
            queue.async {
                self.isPending.store(false, ordering: .releasing)
                guard !self.isCancelled.load(ordering: .acquiring) else { return }
                handler(dueNow)
            }
        }
        let delay = max(0, first.nanoseconds - now.nanoseconds)
        let deadline = DispatchTime.now() + .nanoseconds(Int(delay))
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
