import Execution
import Probes

/// Makes spans of one cause take longer, before the recorder sees them end: the burned time is a
/// part of the span, of its block and of its stretch, as if the code inside were slower.
///
/// Only a child whose request plants a cost has one of these.
final class PlantingObserver: ExecutionObserver {
    private let cause: String
    private let share: Double
    private let recorder: MainQueueRecorder
    // Only the main thread reports spans.
    nonisolated(unsafe) private var begins: [Instant] = []

    /// Makes an observer that lengthens spans.
    ///
    /// - Parameter share: the added share of each span of the cause.
    init(cause: String, share: Double, before recorder: MainQueueRecorder) {
        self.cause = cause
        self.share = share
        self.recorder = recorder
    }

    func blockWillBegin(on queue: any ExecutionQueue) { recorder.blockWillBegin(on: queue) }

    func blockDidEnd(on queue: any ExecutionQueue, isIdle: Bool) {
        recorder.blockDidEnd(on: queue, isIdle: isIdle)
    }

    func spanWillBegin(_ cause: Cause) {
        recorder.spanWillBegin(cause)
        if cause.rawValue == self.cause { begins.append(ThreadClock.monotonic) }
    }

    func spanDidEnd(_ cause: Cause) {
        // Of nested spans of one cause the outermost has all the time.
        if cause.rawValue == self.cause, let began = begins.popLast(), begins.isEmpty {
            burnCPU(for: (ThreadClock.monotonic - began) * share)
        }
        recorder.spanDidEnd(cause)
    }

    func waitDidEnd(_ wait: Wait, at instant: Instant) { recorder.waitDidEnd(wait, at: instant) }
}
