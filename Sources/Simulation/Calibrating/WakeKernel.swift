import Execution
import Statistics
import Synchronization

/// Times how long a block waits that a queue without work is given: until its thread has woken.
///
///     rests 2 ms   async ├─── the time ───┤ the block begins
package struct WakeKernel: Sendable {
    /// Longer than `Work.leastRest`, so that the core of the woken thread sleeps, too.
    private static let rest = Duration.milliseconds(2)

    private let execution = DispatchExecution.shared
    private let queue: any ExecutionQueue

    package init() {
        queue = execution.makeQueue(label: "wakes", cause: .waitForContext)
    }

    /// The times of some wakes, in nanoseconds.
    ///
    /// Each takes the rest before it, 2 ms, in which the caller sleeps.
    package func times(_ count: Int) -> [Int64] {
        (0..<count).map { _ in
            execution.sleep(for: Self.rest)
            let woken = execution.makeSemaphore(label: "woken", value: 0, cause: .waitForContext)
            let began = ThreadClock.monotonic
            let time = Mutex<Int64>(0)
            queue.async {
                time.withLock { $0 = (ThreadClock.monotonic - began).wholeNanoseconds }
                woken.signal()
            }
            woken.wait()
            return time.withLock { $0 }
        }
    }

    /// What a device's file says of the times of all wakes.
    ///
    /// - Precondition: there is one at least.
    package static func number(of times: [Int64]) -> SourcedNumber {
        SourcedNumber(
            Sample(times.map(Double.init)).median!.rounded(), mark: .measured,
            source: "median of \(times.count) blocks for a queue without work")
    }
}
