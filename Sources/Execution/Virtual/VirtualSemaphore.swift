/// A first-in-first-out counting semaphore in virtual time.
///
/// Protected by the scheduler's baton.
final class VirtualSemaphore: ExecutionSemaphore, VirtualObstacle, @unchecked Sendable {
    private let label: String
    private let digest: UInt64
    private let cause: Cause
    private let execution: VirtualExecution
    private let scheduler: VirtualScheduler
    private var free: Int
    private var waiters = VirtualLine<VirtualThread>()

    init(
        label: String, value: Int, cause: Cause, execution: VirtualExecution,
        scheduler: VirtualScheduler
    ) {
        precondition(
            value >= 0,
            "the semaphore “\(label)” cannot begin below zero, with \(value): begin with the "
                + "number of free resources")
        self.label = label
        digest = VirtualDigest.of(label)
        free = value
        self.cause = cause
        self.execution = execution
        self.scheduler = scheduler
    }

    /// Any thread may signal, so none is named.
    var holdingThread: VirtualThread? { nil }

    func wait() {
        scheduler.withThread { thread in
            scheduler.yield(thread)
            scheduler.digest.add(.wait, digest, thread.time)
            guard free == 0 else {
                free -= 1
                return
            }
            waiters.append(thread)
            execution.wait(thread, for: label, cause: cause, holder: nil, on: self)
        }
    }

    func signal() {
        scheduler.withThread { thread in
            scheduler.yield(thread)
            scheduler.digest.add(.signal, digest, thread.time)
            guard !waiters.isEmpty else {
                free += 1
                return
            }
            scheduler.grant(waiters.removeFirst(), at: thread.time)
        }
    }
}
