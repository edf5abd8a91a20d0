import Execution
import Foundation

extension NSManagedObjectContext {
    /// Enqueues a block on the context's queue.
    ///
    /// The block is one event: its changes are processed and announced when it ends.
    public final func perform(_ block: @escaping () -> Void) {
        queue.async { [self] in
            withoutTurn {
                block()
                processPendingChanges()
            }
        }
    }

    /// Runs a block on the context's queue and returns when it is done.
    ///
    /// Runs it immediately if the caller is on that queue already. The block is not an event of its
    /// own: a main-queue context's event ends when the run loop turns.
    public final func performAndWait(_ block: () -> Void) {
        guard concurrencyType == .mainQueueConcurrencyType else { return queue.sync(block) }
        queue.sync { untilTurn(block) }
    }

    /// Runs a block on the context's queue, and returns its value or throws its error.
    public final func performAndWait<T>(_ block: () throws -> T) rethrows -> T {
        guard concurrencyType == .mainQueueConcurrencyType else { return try queue.sync(block) }
        return try queue.sync { try untilTurn(block) }
    }

    /// Runs a block on the context's queue while the task waits.
    ///
    /// - Parameter schedule: whether a caller on the queue runs the block at once, or enqueues it.
    public nonisolated(nonsending) final func perform<T>(
        schedule: ScheduledTaskType = .immediate, _ block: @escaping () throws -> T
    ) async rethrows -> T {
        // The task waits until the block is done: neither the context nor the block's captures need
        // to be Sendable, as with Apple's method, because the queue protects both.
        nonisolated(unsafe) let unprotected = block
        nonisolated(unsafe) let context = self
        let outcome: Outcome<T> = await withCheckedContinuation { continuation in
            let run = {
                let result = context.withoutTurn {
                    let result = Result { try unprotected() }
                    context.processPendingChanges()
                    return result
                }
                continuation.resume(returning: Outcome(result: result))
            }
            if schedule == .immediate && context.queue.isCurrent {
                run()
            } else {
                context.queue.async(run)
            }
        }
        switch outcome.result {
        case .success(let value): return value
        case .failure(let error): try rethrow(error, as: block)
        }
    }

    /// Traps if the caller is not on the context's queue.
    final func requireQueue(_ call: StaticString, of object: NSManagedObject? = nil) {
        guard !queue.isCurrent else { return }
        let caller = execution.currentQueue?.label ?? "a thread outside any context's queue"
        fatalError(
            """
            \(ConcurrencyDebugging.trapWords) \(call) of \
            \(object.map { "an object of \($0.entity.name ?? "")" } ?? "the context") was called \
            on “\(caller)”, but its context “\(nameInTraps)” lives on “\(queue.label)”. Use \
            perform or performAndWait of that context; between queues, pass the objectID and ask \
            the other context for object(with:).
            """)
    }

    /// The context's name in messages; the queue's label identifies one without a name.
    final var nameInTraps: String { name ?? "unnamed" }

    /// Whether the caller is on the context's queue.
    package final var isOnQueue: Bool { queue.isCurrent }

    /// Calls `requireQueue` if concurrency debugging is on; free if it is off.
    @inline(__always)
    final func checkQueue(_ call: StaticString) {
        if ConcurrencyDebugging.isEnabled { requireQueue(call) }
    }
}
