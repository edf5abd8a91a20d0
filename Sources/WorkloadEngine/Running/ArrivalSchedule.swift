import Execution
import Synchronization

/// Submits the operations of one role in one phase, each when it comes due.
///
/// It runs on a queue of its own, so that only the stack can be late, never the schedule.
final class ArrivalSchedule: Sendable {
    private struct State {
        /// The position of the next operation to submit.
        var next = 0
        var timer: (any ExecutionTimer)?
        var isCancelled = false
    }

    private let operations: [Operation]
    private let began: Instant
    /// Whether an operation comes due when the one before is done.
    private let isClosedLoop: Bool
    private let execution: any Execution
    private let queue: any ExecutionQueue
    private let submit: @Sendable (Operation, Instant) -> Void
    private let state = Mutex(State())

    /// Makes a schedule.
    ///
    /// - Parameters:
    ///   - queue: the queue that operations are submitted from.
    ///   - submit: gets each operation, in order, with the instant at which it is due.
    init(
        _ operations: [Operation], from began: Instant, isClosedLoop: Bool,
        on queue: any ExecutionQueue, execution: any Execution,
        submit: @escaping @Sendable (Operation, Instant) -> Void
    ) {
        self.operations = operations
        self.began = began
        self.isClosedLoop = isClosedLoop
        self.queue = queue
        self.execution = execution
        self.submit = submit
    }

    func start() {
        queue.async { [self] in isClosedLoop ? submitNext() : submitDue() }
    }

    /// An operation is done: in a closed loop the next one is due.
    func didFinish() {
        guard isClosedLoop else { return }
        queue.async { [self] in submitNext() }
    }

    func cancel() {
        let timer = state.withLock { state in
            state.isCancelled = true
            let timer = state.timer
            state.timer = nil
            return timer
        }
        timer?.cancel()
    }

    private func submitNext() {
        guard let operation = takeNext(until: nil) else { return }
        submit(operation, execution.now)
    }

    /// Submits all that is due, and sets a timer for the next that is not.
    private func submitDue() {
        while let operation = takeNext(until: execution.now) {
            submit(operation, began + operation.due)
        }
        let next: Operation? = state.withLock { state in
            guard !state.isCancelled, state.next < operations.count else { return nil }
            return operations[state.next]
        }
        guard let next else { return }
        let timer = execution.makeTimer(on: queue, at: began + next.due, every: nil) {
            [weak self] _ in self?.submitDue()
        }
        let isCancelled = state.withLock { state in
            if !state.isCancelled { state.timer = timer }
            return state.isCancelled
        }
        if isCancelled { timer.cancel() }
    }

    private func takeNext(until limit: Instant?) -> Operation? {
        state.withLock { state in
            guard !state.isCancelled, state.next < operations.count else { return nil }
            let operation = operations[state.next]
            if let limit, began + operation.due > limit { return nil }
            state.next += 1
            return operation
        }
    }
}
