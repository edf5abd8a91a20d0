/// A first-in-first-out lock in virtual time.
///
/// Protected by the scheduler's baton.
final class VirtualLock: ExecutionLock, VirtualObstacle, @unchecked Sendable {
    /// The holder of the lock, or a thread that waits for it.
    private struct Owner {
        let thread: VirtualThread
        let chain: HeldVirtualQueue?

        /// Whether `other` would wait for itself, as with `DispatchExecutionLock`.
        func isSame(as other: Owner) -> Bool {
            if thread === other.thread { return true }
            guard let chain else { return false }
            return other.chain?.includes(chain) == true
        }
    }

    private let label: String
    private let digest: UInt64
    private let cause: Cause
    private let execution: VirtualExecution
    private let scheduler: VirtualScheduler
    private var holder: Owner?
    private var waiters = VirtualLine<Owner>()

    init(
        label: String, cause: Cause, execution: VirtualExecution, scheduler: VirtualScheduler
    ) {
        self.label = label
        digest = VirtualDigest.of(label)
        self.cause = cause
        self.execution = execution
        self.scheduler = scheduler
    }

    var holdingThread: VirtualThread? { holder?.thread }

    func lock() {
        scheduler.withThread { thread in
            scheduler.yield(thread)
            scheduler.digest.add(.lock, digest, thread.time)
            let caller = Owner(
                thread: thread,
                chain: scheduler.chain(of: thread, main: execution.virtualMain))
            guard let holder else {
                holder = caller
                return
            }
            precondition(
                !holder.isSame(as: caller),
                """
                the lock “\(label)” is locked again by its holder and would never be granted; \
                split off the part that needs no lock, or hand the locked state down
                """)
            waiters.append(caller)
            execution.wait(
                thread, for: label, cause: cause,
                holder: VirtualExecution.name(of: holder.chain), on: self)
        }
    }

    func unlock() {
        scheduler.withThread { thread in
            // A thread that asks before this instant finds it locked and waits until now.
            scheduler.yield(thread)
            scheduler.digest.add(.unlock, digest, thread.time)
            precondition(
                holder != nil,
                "the lock “\(label)” is unlocked, but not held: lock and unlock in pairs")
            guard !waiters.isEmpty else {
                holder = nil
                return
            }
            let next = waiters.removeFirst()
            holder = next
            scheduler.grant(next.thread, at: thread.time)
        }
    }
}
