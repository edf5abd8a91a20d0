import Runs
import Synchronization

/// Ends the process by SIGKILL when it comes to an exact point for the n-th time.
final class KillSwitch: Sendable {
    private let point: KillPoint
    private let occurrence: Int
    private let passed = Atomic<Int>(0)

    init(point: KillPoint, occurrence: Int) {
        self.point = point
        self.occurrence = occurrence
    }

    /// Reports that the process is at a point.
    ///
    /// The call does not return if the process is to be killed at that point.
    func pass(_ point: KillPoint) {
        guard point == self.point else { return }
        let count = passed.add(1, ordering: .relaxed).newValue
        if count == occurrence { ChildProcess.killSelf() }
    }
}
