import Execution
import Synchronization

/// Dispatch with a clock that a test moves on.
final class ShiftedExecution: Execution {
    private let dispatch = DispatchExecution(observer: nil)
    private let shift = Mutex<Duration>(.zero)

    func advance(by duration: Duration) {
        shift.withLock { $0 += duration }
    }

    var now: Instant { dispatch.now + shift.withLock { $0 } }
    var mainQueue: any ExecutionQueue { dispatch.mainQueue }
    var currentQueue: (any ExecutionQueue)? { dispatch.currentQueue }
    var observer: (any ExecutionObserver)? { nil }
    var currentWaits: [Wait] { dispatch.currentWaits }
    var isOnMainThread: Bool { dispatch.isOnMainThread }

    func randomBits() -> UInt64 { dispatch.randomBits() }

    func makeQueue(label: String, cause: Cause) -> any ExecutionQueue {
        dispatch.makeQueue(label: label, cause: cause)
    }

    func makeLock(label: String, cause: Cause) -> any ExecutionLock {
        dispatch.makeLock(label: label, cause: cause)
    }

    func makeSemaphore(label: String, value: Int, cause: Cause) -> any ExecutionSemaphore {
        dispatch.makeSemaphore(label: label, value: value, cause: cause)
    }

    func makeTimer(
        on queue: any ExecutionQueue, at instant: Instant, every interval: Duration?,
        _ handler: @escaping @Sendable (Instant) -> Void
    ) -> any ExecutionTimer {
        dispatch.makeTimer(on: queue, at: instant, every: interval, handler)
    }
}
