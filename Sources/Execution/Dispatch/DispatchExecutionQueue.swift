import Dispatch
import Foundation
import Synchronization

/// A Dispatch queue that knows its chain, and counts waiting blocks so that "idle" is exact.
final class DispatchExecutionQueue: ExecutionQueue {
    let id = QueueID()
    private let name: Mutex<String>
    private let cause: Cause
    private let queue: DispatchQueue
    private let isMain: Bool
    // A waiting block keeps the queue alive, and the queue keeps its execution alive.
    private let execution: DispatchExecution
    /// Blocks that were enqueued and have not ended, the running one among them.
    private let unfinished = Atomic<Int>(0)
    /// Of the main queue.
    private let turns: TurnCounter?
    /// The label of the queue whose `sync` block runs here; `nil` between blocks, and for others.
    private let runner = Mutex<String?>(nil)

    init(
        label: String, cause: Cause, queue: DispatchQueue, isMain: Bool,
        execution: DispatchExecution
    ) {
        name = Mutex(label)
        self.cause = cause
        self.queue = queue
        self.isMain = isMain
        self.execution = execution
        turns = isMain ? TurnCounter() : nil
    }

    var label: String {
        get { name.withLock { $0 } }
        set { name.withLock { $0 = newValue } }
    }

    var isCurrent: Bool {
        if let held = HeldQueue.current, held.holds(self) { return true }
        return isMain && HeldQueue.current == nil && HeldQueue.isMainQueueHere
    }

    func async(_ block: @escaping () -> Void) {
        unfinished.add(1, ordering: .relaxed)
        let work = EnqueuedWork(block)
        let number = turns?.enqueue()
        queue.async { [self] in
            let held = HeldQueue(queue: self, outer: nil, isOnMainThread: isMain)
            run(held, asBlock: true) {
                turns?.charge(number, to: execution)
                work.run()
            }
        }
    }

    func sync(_ block: () -> Void) {
        if isCurrent { return block() }
        let isEnclosed = HeldQueue.current != nil
        let outer = HeldQueue.current(of: execution)
        let others = unfinished.add(1, ordering: .relaxed).oldValue
        let number = turns?.enqueue()
        let enter: () -> Void = { [self] in
            // `sync` runs on the caller's thread, except for the main queue, which has its own.
            let onMain = isMain || outer?.isOnMainThread == true
            run(
                HeldQueue(queue: self, outer: outer, isOnMainThread: onMain),
                asBlock: isMain || !isEnclosed
            ) {
                turns?.charge(number, to: execution)
                block()
            }
        }
        // The count may be stale by now; then a short wait goes unreported, or a free queue counts
        // as contended. Neither changes the order of blocks.
        guard others > 0 else { return queue.sync(execute: enter) }
        syncContended(enter)
    }

    /// `sync` when the queue is busy: the time until the block begins is a wait.
    private func syncContended(_ enter: () -> Void) {
        let began = execution.now
        let wait = Wait(
            cause: cause, waiter: execution.nameOfCaller, resource: label,
            holder: runner.withLock { $0 } ?? label, began: began)
        let ticket = execution.waits.add(wait)
        let observed = execution.observer != nil && execution.isOnMainThread
        // Spans are the main thread's alone: its waits are part of a block.
        if observed { execution.observer?.spanWillBegin(cause) }
        queue.sync {
            execution.waits.remove(ticket)
            if observed { execution.observer?.spanDidEnd(cause) }
            execution.observer?.waitDidEnd(wait, at: execution.now)
            // The main queue's own thread runs the block, and has not waited.
            if !isMain { execution.charge(.waitsBegun, 1) }
            enter()
        }
    }

    private func run(_ held: HeldQueue, asBlock: Bool, _ block: () -> Void) {
        let observer = asBlock ? execution.observer : nil
        runner.withLock { $0 = held.outer?.queue.label }
        observer?.blockWillBegin(on: self)
        if Executions.current === execution {
            held.whileHeld(block)
        } else {
            Executions.$current.withValue(execution) { held.whileHeld(block) }
        }
        // A caller that has left holds nothing: the next wait may be its own.
        runner.withLock { $0 = nil }
        let isIdle = unfinished.subtract(1, ordering: .relaxed).newValue == 0
        observer?.blockDidEnd(on: self, isIdle: isIdle)
    }
}
