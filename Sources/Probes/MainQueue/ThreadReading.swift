import Execution

/// CPU time and run delay of a thread at one moment, in nanoseconds since it began.
package struct ThreadReading: Sendable, Equatable {
    package var cpu: Int64
    /// Runnable, without a core.
    package var runDelay: Int64

    package init(cpu: Int64, runDelay: Int64) {
        self.cpu = cpu
        self.runDelay = runDelay
    }

    /// - Precondition: called on the clock's thread.
    ///
    /// The order matters: asking for the CPU time brings the kernel's books of this thread up to
    /// date, and run delay is read from those books.
    init(_ clock: ThreadClock) {
        cpu = clock.cpuNanoseconds
        runDelay = clock.runDelayNanoseconds ?? 0
    }
}
