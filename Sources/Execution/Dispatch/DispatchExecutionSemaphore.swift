import Dispatch
import Synchronization

/// A first-in-first-out counting semaphore.
final class DispatchExecutionSemaphore: ExecutionSemaphore {
    private struct State {
        var free: Int
        var waiters: [DispatchSemaphore] = []
    }

    private let label: String
    private let cause: Cause
    private let execution: DispatchExecution
    private let state: Mutex<State>

    init(label: String, value: Int, cause: Cause, execution: DispatchExecution) {
        precondition(
            value >= 0,
            "the semaphore “\(label)” cannot begin below zero, with \(value): begin with the "
                + "number of free resources")
        self.label = label
        self.cause = cause
        self.execution = execution
        state = Mutex(State(free: value))
    }

    func wait() {
        let turn: DispatchSemaphore? = state.withLock { state in
            guard state.free == 0 else {
                state.free -= 1
                return nil
            }
            let turn = DispatchSemaphore(value: 0)
            state.waiters.append(turn)
            return turn
        }
        guard let turn else { return }
        execution.wait(for: label, cause: cause, holder: nil) { turn.wait() }
    }

    func signal() {
        let next: DispatchSemaphore? = state.withLock { state in
            guard !state.waiters.isEmpty else {
                state.free += 1
                return nil
            }
            return state.waiters.removeFirst()
        }
        next?.signal()
    }
}
