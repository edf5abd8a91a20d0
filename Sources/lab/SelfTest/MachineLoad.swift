import Execution
import Foundation
import Synchronization

/// Threads that take the machine's cores away from a measurement.
final class MachineLoad: Sendable {
    private let isOn = Atomic<Bool>(false)
    private let threads: Mutex<[IdleThread]>

    /// Makes twice as many threads as cores, so that a measured thread has to wait for a core.
    init() {
        threads = Mutex([])
        let count = 2 * ProcessInfo.processInfo.activeProcessorCount
        let threads = (0..<count).map { number in
            IdleThread(label: "lab.load-\(number)", every: .milliseconds(10)) { [weak self] _ in
                guard let self, self.isOn.load(ordering: .relaxed) else { return }
                // Longer than the interval, so that the threads never sleep while they are on.
                burnCPU(for: .milliseconds(50))
            }
        }
        self.threads.withLock { $0 = threads }
    }

    /// Begins to take cores, or lets them go.
    func set(isOn: Bool) { self.isOn.store(isOn, ordering: .relaxed) }

    /// Ends the threads.
    func end() {
        set(isOn: false)
        for thread in threads.withLock({ $0 }) { thread.stop() }
    }
}
