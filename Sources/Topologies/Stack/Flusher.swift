import CoreData
import Execution
import Synchronization

/// Decides when the last, enqueued hop of a save route is saved.
///
/// `every` is a timer whose handler enqueues the save; `idle` is a timer that is set again as long
/// as the user acts; both run on a queue of their own, as an app would keep them off main.
final class Flusher: Sendable {
    private struct State {
        var timer: (any ExecutionTimer)?
        /// When the user last acted, or the stack was made.
        var lastInteraction: Instant
        var isStopped = false
    }

    private let policy: FlushPolicy
    private let execution: any Execution
    private let queue: any ExecutionQueue
    /// Enqueues the context's save.
    private let flush: @Sendable () -> Void
    private let state: Mutex<State>

    init(
        _ policy: FlushPolicy, of context: String, execution: any Execution,
        flush: @escaping @Sendable () -> Void
    ) {
        self.policy = policy
        self.execution = execution
        self.flush = flush
        queue = execution.makeQueue(label: "flush of \(context)", cause: .waitForContext)
        state = Mutex(State(lastInteraction: execution.now))
    }

    /// Starts the timer of `every`.
    func start() {
        guard case .every(let interval) = policy else { return }
        setTimer(at: execution.now + interval, every: interval)
    }

    /// A save of the route has come to the hop.
    func request() {
        switch policy {
        case .immediate: flush()
        case .idle(let pause):
            let isSet = state.withLock { $0.timer != nil }
            if !isSet { setTimer(at: execution.now + pause, every: nil) }
        case .every, .lifecycle: break
        }
    }

    /// The user did something.
    func noteInteraction() {
        guard case .idle = policy else { return }
        let now = execution.now
        state.withLock { $0.lastInteraction = now }
    }

    /// Ends the timers.
    ///
    /// A save that is enqueued already still comes.
    func stop() {
        let timer = state.withLock { state in
            state.isStopped = true
            let timer = state.timer
            state.timer = nil
            return timer
        }
        timer?.cancel()
    }

    private func setTimer(at instant: Instant, every interval: Duration?) {
        let timer = execution.makeTimer(on: queue, at: instant, every: interval) {
            [weak self] _ in self?.timerFired()
        }
        let isStopped = state.withLock { state in
            if !state.isStopped { state.timer = timer }
            return state.isStopped
        }
        if isStopped { timer.cancel() }
    }

    private func timerFired() {
        guard case .idle(let pause) = policy else { return flush() }
        let now = execution.now
        let next = state.withLock { state in
            let end = state.lastInteraction + pause
            state.timer = nil
            return end > now && !state.isStopped ? end : nil
        }
        guard let next else { return flush() }
        setTimer(at: next, every: nil)
    }
}
