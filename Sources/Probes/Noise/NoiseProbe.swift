import Execution
import Synchronization

/// The lateness with which an idle thread is woken: the machine's noise during a run.
///
/// A tick each millisecond, as in jHiccup. Unlike the other probes it samples: it sees the time
/// that the machine takes from a thread that wants to run, not the stack's work.
package final class NoiseProbe: Sendable {
    /// A millisecond is the finest at which a tick costs less than 1 % of a core.
    package static let interval = Duration.milliseconds(1)

    /// The probe's observations, and its cost.
    package struct Recording: Sendable {
        /// How late each tick was, in nanoseconds.
        package var lateness: [Int64] = []
        /// Processor time of the ticking thread, in nanoseconds.
        package var cpu: Int64 = 0
    }

    private struct State {
        var lateness: ContiguousArray<Int64> = []
        var cpu: Int64 = 0
    }

    private let state = Mutex(State())
    private let thread = Mutex<IdleThread?>(nil)

    package init() {}

    /// Begins to tick.
    ///
    /// Calling it again while it ticks does nothing.
    package func start() {
        thread.withLock { thread in
            guard thread == nil else { return }
            state.withLock { $0.lateness.reserveCapacity(1 << 14) }
            thread = IdleThread(label: "lab.noise", every: Self.interval) { [weak self] tick in
                let cpu = ThreadClock.threadCPUNanoseconds
                self?.state.withLock { state in
                    state.lateness.append(tick.lateness.wholeNanoseconds)
                    state.cpu = cpu
                }
            }
        }
    }

    /// Ends it.
    package func stop() -> Recording {
        thread.withLock { thread in
            thread?.stop()
            thread = nil
        }
        return state.withLock { Recording(lateness: Array($0.lateness), cpu: $0.cpu) }
    }
}
