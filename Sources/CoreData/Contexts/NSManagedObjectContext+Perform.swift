import Execution
import Foundation

extension NSManagedObjectContext {
    final func enqueue(_ block: @escaping () -> Void) {
        queue.async { [self] in
            withoutTurn {
                block()
                endStep()
            }
        }
    }

    final func runAndWait(_ block: () -> Void) {
        guard concurrencyType == .mainQueueConcurrencyType else { return queue.sync(block) }
        queue.sync { withoutTurn(block) }
    }

    /// Runs a block on the context's queue, and returns its value or throws its error.
    public final func performAndWait<T>(_ block: () throws -> T) rethrows -> T {
        guard concurrencyType == .mainQueueConcurrencyType else { return try queue.sync(block) }
        return try queue.sync { try withoutTurn(block) }
    }

    /// Runs a block on the context's queue while the task waits.
    ///
    /// - Parameter schedule: whether a caller on the queue runs the block at once, or enqueues it.
    public nonisolated(nonsending) final func perform<T>(
        schedule: ScheduledTaskType = .immediate, _ block: @escaping () throws -> T
    ) async rethrows -> T {
        // The task waits until the block is done: its captures need not be Sendable, as with
        // Apple's method, because the queue protects them.
        nonisolated(unsafe) let unprotected = block
        let outcome: Outcome<T> = await withCheckedContinuation { continuation in
            let run = {
                let result = self.withoutTurn {
                    let result = Result { try unprotected() }
                    self.endStep()
                    return result
                }
                continuation.resume(returning: Outcome(result: result))
            }
            if schedule == .immediate && queue.isCurrent {
                run()
            } else {
                queue.async(run)
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
