import Dispatch
import Glibc
import Synchronization

/// A first-in-first-out lock: whoever unlocks hands it to the first who waits.
///
/// A plain mutex lets a thread that unlocks and locks again overtake those who wait, and the waits
/// are what the lab measures.
final class DispatchExecutionLock: ExecutionLock {
    private struct State {
        var isHeld = false
        var holder: String?
        var holdingThread: pthread_t?
        var waiters: [DispatchSemaphore] = []
    }

    private let label: String
    private let cause: Cause
    private unowned let execution: DispatchExecution
    private let state = Mutex(State())

    init(label: String, cause: Cause, execution: DispatchExecution) {
        self.label = label
        self.cause = cause
        self.execution = execution
    }

    func lock() {
        let caller = execution.nameOfCaller
        let thread = pthread_self()
        let contended: (turn: DispatchSemaphore, holder: String?)? = state.withLock { state in
            guard state.isHeld else {
                state.isHeld = true
                state.holder = caller
                state.holdingThread = thread
                return nil
            }
            precondition(
                state.holdingThread != thread,
                """
                the lock “\(label)” is locked again by its holder and would never be granted; \
                split off the part that needs no lock, or hand the locked state down
                """)
            let turn = DispatchSemaphore(value: 0)
            state.waiters.append(turn)
            return (turn, state.holder)
        }
        guard let contended else { return }
        execution.wait(for: label, cause: cause, holder: contended.holder) {
            contended.turn.wait()
        }
        state.withLock { state in
            state.holder = caller
            state.holdingThread = thread
        }
    }

    func unlock() {
        let next: DispatchSemaphore? = state.withLock { state in
            precondition(
                state.isHeld,
                "the lock “\(label)” is unlocked though nobody holds it: lock and unlock in pairs")
            guard !state.waiters.isEmpty else {
                state.isHeld = false
                state.holder = nil
                state.holdingThread = nil
                return nil
            }
            return state.waiters.removeFirst()
        }
        next?.signal()
    }
}
