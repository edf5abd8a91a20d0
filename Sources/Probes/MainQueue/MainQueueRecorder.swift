import Execution
import Results
import Synchronization

/// Records every block and span of the main queue, and the processor time of every other queue.
///
/// It is the observer of a measured child's execution. Calls of the main queue come on the main
/// thread, the only one that touches the log; calls of the other queues come on Dispatch's threads
/// and share a table under a mutex.
package final class MainQueueRecorder: QueueRecorder {
    private struct MainThread {
        var log: BlockLog
        var clock: ThreadClock?
        // Written once, by `attach`, before any queue of the execution runs.
        var queue: QueueID?
    }

    // Only the main thread touches it, except for `queue`: `attach`, the readers of the results,
    // and `blockWillBegin`, `spanWillBegin` and their twins for the main queue are called there.
    // Behind a pointer, because the runtime's check of exclusive access to a property of a class
    // costs as much as the clock.
    nonisolated(unsafe) private let main: UnsafeMutablePointer<MainThread>

    private let privateQueues = Mutex(QueueLog())

    /// - Parameter log: the log of the main queue's blocks, with capacity for a run of some
    ///   minutes.
    package init(log: BlockLog = BlockLog()) {
        main = .allocate(capacity: 1)
        main.initialize(to: MainThread(log: log))
    }

    deinit {
        main.deinitialize(count: 1)
        main.deallocate()
    }

    /// Records the identity of the main queue, and opens the main thread's clock.
    ///
    /// - Precondition: called on the main thread, before anything runs under the execution.
    package func attach(to execution: any Execution) {
        main.pointee.queue = execution.mainQueue.id
        main.pointee.clock = ThreadClock()
    }

    package func blockWillBegin(on queue: any ExecutionQueue) {
        let queueID = queue.id
        guard queueID == main.pointee.queue, let clock = main.pointee.clock else {
            let cpu = ThreadClock.threadCPUNanoseconds
            let now = ThreadClock.monotonic
            return privateQueues.withLock {
                $0.blockBegan(queueID, label: queue.label, at: now, cpu: cpu)
            }
        }
        let reading = main.pointee.log.needsReading ? ThreadReading(clock) : nil
        main.pointee.log.blockBegan(at: ThreadClock.monotonic, reading: reading)
    }

    package func blockDidEnd(on queue: any ExecutionQueue, isIdle: Bool) {
        let now = ThreadClock.monotonic
        let queueID = queue.id
        guard queueID == main.pointee.queue, let clock = main.pointee.clock else {
            let cpu = ThreadClock.threadCPUNanoseconds
            return privateQueues.withLock { $0.blockEnded(queueID, at: now, cpu: cpu) }
        }
        main.pointee.log.blockEnded(
            at: now, cpu: clock.cpuNanoseconds, runDelay: clock.runDelayNanoseconds ?? 0,
            isIdle: isIdle)
    }

    package func spanWillBegin(_ cause: Cause) {
        main.pointee.log.spanBegan(cause, at: ThreadClock.monotonic)
    }

    package func spanDidEnd(_ cause: Cause) {
        main.pointee.log.spanEnded(at: ThreadClock.monotonic)
    }

    package func waitDidEnd(_ wait: Wait, at instant: Instant) {}

    package func setOperation(_ operation: Int) {
        main.pointee.log.setOperation(operation)
    }
}

extension MainQueueRecorder {
    package func stretches() -> [StretchRecord] { main.pointee.log.stretches() }

    package func privateBlocks() -> [QueueLog.Account] { privateQueues.withLock { $0.accounts } }
}
