import Execution
import Synchronization

/// How late a thread that does nothing is woken: the machine's noise during a run.
///
/// A tick each millisecond, as jHiccup has it. Unlike everything else here it samples: it sees what
/// the machine takes from a thread that wants to run, not what the stack does.
package final class NoiseProbe: Sendable {
    /// A millisecond is the finest at which a tick costs less than 1 % of a core.
    package static let interval = Duration.milliseconds(1)

    private let lateness = Mutex<ContiguousArray<Int64>>([])
    private let thread = Mutex<IdleThread?>(nil)

    package init() {}

    /// Begins to tick. Calling it again while it ticks does nothing.
    package func start() {
        thread.withLock { thread in
            guard thread == nil else { return }
            lateness.withLock { $0.reserveCapacity(1 << 14) }
            thread = IdleThread(label: "lab.noise", every: Self.interval) { [weak self] tick in
                self?.lateness.withLock { $0.append(tick.lateness.wholeNanoseconds) }
            }
        }
    }

    /// Ends it.
    ///
    /// - Returns: how late each tick was, in nanoseconds.
    package func stop() -> [Int64] {
        thread.withLock { thread in
            thread?.stop()
            thread = nil
        }
        return lateness.withLock { Array($0) }
    }
}
