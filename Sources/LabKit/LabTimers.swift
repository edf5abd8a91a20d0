import Execution
import Synchronization

/// Timers for a stack, for a flush every second or when the user has paused.
///
/// An app's own `Timer` or `DispatchSourceTimer` works in measured runs, but virtual time, in which
/// crash states are explored and devices simulated, does not know it.
public final class LabTimers: Sendable {
    private struct State {
        var timers: [any ExecutionTimer] = []
        var isStopped = false
    }

    private let execution: any Execution
    private let queue: any ExecutionQueue
    private let state = Mutex(State())

    package init(_ execution: any Execution) {
        self.execution = execution
        queue = execution.makeQueue(label: "timers of the app", cause: .waitForContext)
    }

    /// Calls a body each time that an interval has passed, off the main queue.
    public func every(_ interval: Duration, _ body: @escaping @Sendable () -> Void) {
        add(after: interval, every: interval, body)
    }

    /// Calls a body once, after a time, off the main queue.
    public func after(_ delay: Duration, _ body: @escaping @Sendable () -> Void) {
        add(after: delay, every: nil, body)
    }

    /// The time that has passed on the clock of the run, from some instant on.
    public var now: Duration { .nanoseconds(execution.now.nanoseconds) }

    private func add(
        after delay: Duration, every interval: Duration?, _ body: @escaping @Sendable () -> Void
    ) {
        let timer = execution.makeTimer(
            on: queue, at: execution.now + delay, every: interval
        ) { _ in body() }
        let isStopped = state.withLock { state in
            if !state.isStopped { state.timers.append(timer) }
            return state.isStopped
        }
        if isStopped { timer.cancel() }
    }

    /// Ends all of them; later ones are ended at once.
    package func stop() {
        let timers = state.withLock { state in
            defer { state.timers = [] }
            state.isStopped = true
            return state.timers
        }
        for timer in timers { timer.cancel() }
    }
}
