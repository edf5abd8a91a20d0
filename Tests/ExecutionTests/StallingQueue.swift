import Execution
import Foundation
import Synchronization

/// A queue that runs its blocks on the spot, and keeps one of its callers waiting.
final class StallingQueue: ExecutionQueue {
    let id = QueueID()
    private let calls = Mutex(0)
    private let stalledCall: Int
    private let seconds: Double

    init(onCall stalledCall: Int, for seconds: Double) {
        self.stalledCall = stalledCall
        self.seconds = seconds
    }

    var label: String {
        get { "stalling" }
        set { _ = newValue }
    }

    var isCurrent: Bool { false }

    func async(_ block: @escaping () -> Void) {
        block()
        let call = calls.withLock { calls in
            calls += 1
            return calls
        }
        if call == stalledCall { Thread.sleep(forTimeInterval: seconds) }
    }

    func sync(_ block: () -> Void) { block() }
}
