import Dispatch
import Glibc
import Synchronization

/// A first-in-first-out lock: unlocking hands it to the first waiting thread.
///
/// A plain mutex lets a thread that unlocks and locks again overtake the waiting ones, and the
/// waits are the subject of the measurement.
final class DispatchExecutionLock: ExecutionLock {
    /// The holder of the lock, or a thread that waits for it.
    private struct Owner {
        let thread: pthread_t
        let chain: HeldQueue?

        /// Whether `other` would wait for itself: it runs on the owner's thread, or in a block that
        /// the owner's block waits for, on any thread.
        func isSame(as other: Owner) -> Bool {
            if thread == other.thread { return true }
            guard let chain else { return false }
            return other.chain?.includes(chain) == true
        }
    }

    private struct State {
        var holder: Owner?
        var waiters: [(turn: DispatchSemaphore, owner: Owner)] = []
    }

    private let label: String
    private let cause: Cause
    private let execution: DispatchExecution
    private let state = Mutex(State())

    init(label: String, cause: Cause, execution: DispatchExecution) {
        self.label = label
        self.cause = cause
        self.execution = execution
    }

    func lock() {
        let caller = Owner(thread: pthread_self(), chain: HeldQueue.current(of: execution))
        let contended: (turn: DispatchSemaphore, holder: Owner)? = state.withLock { state in
            guard let holder = state.holder else {
                state.holder = caller
                return nil
            }
            precondition(
                !holder.isSame(as: caller),
                """
                the lock “\(label)” is locked again by its holder and would never be granted; \
                split off the part that needs no lock, or hand the locked state down
                """)
            let turn = DispatchSemaphore(value: 0)
            state.waiters.append((turn, caller))
            return (turn, holder)
        }
        guard let contended else { return }
        execution.wait(
            for: label, cause: cause, holder: DispatchExecution.name(of: contended.holder.chain)
        ) {
            contended.turn.wait()
        }
    }

    func unlock() {
        let next: DispatchSemaphore? = state.withLock { state in
            precondition(
                state.holder != nil,
                "the lock “\(label)” is unlocked, but not held: lock and unlock in pairs")
            guard !state.waiters.isEmpty else {
                state.holder = nil
                return nil
            }
            // The next one holds it from here on, not from when its thread wakes: until then the
            // former holder may ask again, and must not be taken for the holder.
            let (turn, owner) = state.waiters.removeFirst()
            state.holder = owner
            return turn
        }
        // Outside of the state's lock, so that the woken thread does not wait for it at once.
        next?.signal()
    }
}
