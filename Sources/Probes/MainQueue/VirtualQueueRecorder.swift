import Execution
import Results
import Synchronization

/// Records the queues of an execution in virtual time, by its clock and its charges.
///
/// Each virtual thread has a core to itself, so no run delay exists. One thread runs at a time;
/// the mutexes are there for the compiler.
package final class VirtualQueueRecorder: QueueRecorder {
    private let main = Mutex(BlockLog())
    private let others = Mutex(QueueLog())
    // Set once, by `attach`, before any queue of the execution runs; the execution keeps its
    // observer, and both end together.
    nonisolated(unsafe) private unowned var execution: VirtualExecution!

    package init() {}

    /// Binds the recorder to the execution that it observes.
    ///
    /// - Precondition: called before anything runs under the execution.
    package func attach(to execution: VirtualExecution) {
        self.execution = execution
    }

    private var cpu: Int64 { execution.threadCPUNanoseconds }

    private func isMain(_ queue: any ExecutionQueue) -> Bool { queue === execution.mainQueue }

    package func blockWillBegin(on queue: any ExecutionQueue) {
        let now = execution.now
        if isMain(queue) {
            main.withLock { log in
                let reading = log.needsReading ? ThreadReading(cpu: cpu, runDelay: 0) : nil
                log.blockBegan(at: now, reading: reading)
            }
        } else {
            others.withLock {
                $0.blockBegan(queue.id, label: queue.label, at: now, cpu: cpu)
            }
        }
    }

    package func blockDidEnd(on queue: any ExecutionQueue, isIdle: Bool) {
        let now = execution.now
        if isMain(queue) {
            main.withLock { $0.blockEnded(at: now, cpu: cpu, runDelay: 0, isIdle: isIdle) }
        } else {
            others.withLock { $0.blockEnded(queue.id, at: now, cpu: cpu) }
        }
    }

    package func spanWillBegin(_ cause: Cause) {
        let now = execution.now
        main.withLock { $0.spanBegan(cause, at: now) }
    }

    package func spanDidEnd(_ cause: Cause) {
        let now = execution.now
        main.withLock { $0.spanEnded(at: now) }
    }

    package func waitDidEnd(_ wait: Wait, at instant: Instant) {}

    package func setOperation(_ operation: Int) {
        main.withLock { $0.setOperation(operation) }
    }

    package func stretches() -> [StretchRecord] { main.withLock { $0.stretches() } }

    package func privateBlocks() -> [QueueLog.Account] { others.withLock { $0.accounts } }
}
