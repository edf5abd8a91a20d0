import Execution
import Synchronization

/// Waits for a time while a probe watches the machine.
final class Alarm: Sendable {
    private let thread = Mutex<IdleThread?>(nil)
    private let hasRung = Atomic<Bool>(false)

    /// Returns after a time.
    static func wait(for duration: Duration) async {
        let alarm = Alarm()
        await withCheckedContinuation { continuation in
            alarm.thread.withLock {
                $0 = IdleThread(label: "lab.alarm", every: duration) { _ in
                    guard !alarm.hasRung.exchange(true, ordering: .relaxed) else { return }
                    continuation.resume()
                }
            }
        }
        alarm.thread.withLock { $0 }?.stop()
    }
}
