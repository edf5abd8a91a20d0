import Dispatch
import Glibc
import Synchronization

/// The real half of the seam: Dispatch queues, the machine's clock, threads that block.
package final class DispatchExecution: Execution {
    /// The execution of code that is not measured.
    package static let shared = adopted.withLock { $0 } ?? DispatchExecution(observer: nil)

    private static let adopted = Mutex<DispatchExecution?>(nil)

    /// Makes this the execution of threads that are outside of all queues, such as those of an
    /// app's own operation queue: a context that they make can then wait for the measured ones.
    ///
    /// Without effect once `shared` has been used.
    package func becomeShared() {
        Self.adopted.withLock { $0 = self }
    }

    package let observer: (any ExecutionObserver)?
    private let tally = WorkTally()
    let waits = WaitBoard()
    private let timers = DispatchQueue(label: "lab.timers", qos: .userInteractive)
    // Set once in `init`, before the execution is shared. The queue keeps its execution, so an
    // execution is never freed: a process makes one or two.
    nonisolated(unsafe) private(set) var main: DispatchExecutionQueue!

    /// An execution of its own, for a process that measures.
    package init(observer: (any ExecutionObserver)?) {
        self.observer = observer
        HeldQueue.markMainQueue()
        main = DispatchExecutionQueue(
            label: "main", cause: .waitForContext, queue: .main, isMain: true, execution: self)
    }

    package var now: Instant { ThreadClock.monotonic }
    package var mainQueue: any ExecutionQueue { main }
    package var currentQueue: (any ExecutionQueue)? { HeldQueue.current?.queue }
    package var currentWaits: [Wait] { waits.current }
    package var isOnMainThread: Bool {
        HeldQueue.current?.isOnMainThread ?? HeldQueue.isMainQueueHere
    }

    package var workCounts: WorkCounts { tally.counts }

    package func charge(_ work: Work, _ count: Int) {
        tally.add(work, count, isOnMain: isOnMainThread)
    }

    package func randomBits() -> UInt64 {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }

    package func makeQueue(label: String, cause: Cause) -> any ExecutionQueue {
        DispatchExecutionQueue(
            label: label, cause: cause, queue: DispatchQueue(label: label), isMain: false,
            execution: self)
    }

    package func makeLock(label: String, cause: Cause) -> any ExecutionLock {
        DispatchExecutionLock(label: label, cause: cause, execution: self)
    }

    package func makeSemaphore(
        label: String, value: Int, cause: Cause
    ) -> any ExecutionSemaphore {
        DispatchExecutionSemaphore(label: label, value: value, cause: cause, execution: self)
    }

    package func makeTimer(
        on queue: any ExecutionQueue, at instant: Instant, every interval: Duration?,
        _ handler: @escaping @Sendable (Instant) -> Void
    ) -> any ExecutionTimer {
        DispatchExecutionTimer(
            source: DispatchSource.makeTimerSource(flags: .strict, queue: timers), queue: queue,
            first: instant, interval: interval, handler: handler)
    }

    /// The name of the queue that runs on this thread, for a wait's report.
    var nameOfCaller: String { Self.name(of: HeldQueue.current(of: self)) }

    /// The name of the innermost queue of a chain, or of a thread without one.
    static func name(of chain: HeldQueue?) -> String {
        chain?.queue.label ?? "a thread outside any queue"
    }

    /// Runs a blocking call and reports it as a wait.
    func wait(
        for resource: String, cause: Cause, holder: String?, _ block: () -> Void
    ) {
        let wait = Wait(
            cause: cause, waiter: nameOfCaller, resource: resource, holder: holder, began: now)
        let ticket = waits.add(wait)
        span(cause, block)
        waits.remove(ticket)
        observer?.waitDidEnd(wait, at: now)
        charge(.waitsBegun, 1)
    }
}
