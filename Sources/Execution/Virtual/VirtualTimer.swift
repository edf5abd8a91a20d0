/// A timer that fires at exact instants and enqueues its handler.
///
/// Protected by the scheduler's baton, `isCancelled` in its handler's block as everywhere.
final class VirtualTimer: ExecutionTimer, @unchecked Sendable {
    private let queue: VirtualQueue
    private let scheduler: VirtualScheduler
    private let step: Int64?
    private let handler: @Sendable (Instant) -> Void
    private var due: Int64
    private var isPending = false
    private(set) var isCancelled = false

    init(
        queue: VirtualQueue, scheduler: VirtualScheduler, first: Instant, interval: Duration?,
        handler: @escaping @Sendable (Instant) -> Void
    ) {
        self.queue = queue
        self.scheduler = scheduler
        self.handler = handler
        due = first.nanoseconds
        step = interval?.wholeNanoseconds
        precondition(
            step.map { $0 > 0 } ?? true,
            "a timer on “\(queue.label)” cannot repeat every \(step ?? 0) ns: give it more than 0")
    }

    /// Fires at `time`, which is when it is due, or the present for one that began in the past.
    func fire(at time: Int64) {
        guard !isCancelled else { return }
        let dueNow = due
        if let step {
            // Firings that came due meanwhile are merged into this one, as Dispatch does.
            due += step * max(1, (time - due) / step + 1)
            scheduler.add(.fire(self), at: due)
        }
        guard !isPending else { return }
        isPending = true
        scheduler.digest.add(.fire, UInt64(bitPattern: dueNow), time)
        let work = EnqueuedWork { [self] in
            isPending = false
            guard !isCancelled else { return }
            handler(Instant(nanoseconds: dueNow))
        }
        queue.enqueue(work, at: time)
    }

    func cancel() {
        scheduler.withThread { thread in
            // Firings that are due before this instant have come first.
            scheduler.yield(thread)
            isCancelled = true
        }
    }
}
