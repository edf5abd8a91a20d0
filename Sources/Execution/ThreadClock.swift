import Glibc
import Synchronization

/// A thread's use of the processor: CPU time, and time spent runnable without a core.
///
/// A read is a real system call on a virtual machine: CPU about 0.5 µs, run delay about 0.7 µs with
/// the descriptor kept open, so the reader is made once for each thread.
package final class ThreadClock: Sendable {
    private let schedstat: Int32

    /// - Precondition: called, and read, on the thread to be measured.
    package init() {
        schedstat = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC)
    }

    deinit {
        if schedstat >= 0 { close(schedstat) }
    }

    /// The CPU time of the calling thread, in nanoseconds.
    package var cpuNanoseconds: Int64 {
        ThreadClock.read(CLOCK_THREAD_CPUTIME_ID)
    }

    /// The time that this thread was runnable and had no core, in nanoseconds; `nil` if the kernel
    /// does not report it (CONFIG_SCHED_INFO is off).
    package var runDelayNanoseconds: Int64? {
        guard schedstat >= 0 else { return nil }
        return withUnsafeTemporaryAllocation(byteCount: 96, alignment: 1) { buffer in
            let count = pread(schedstat, buffer.baseAddress!, 95, 0)
            guard count > 0 else { return nil }
            // "<cpu ns> <run delay ns> <timeslices>"
            var index = 0
            while index < count, buffer[index] != 0x20 { index += 1 }
            index += 1
            var value: Int64 = 0
            while index < count, buffer[index] >= 0x30, buffer[index] <= 0x39 {
                value = value * 10 + Int64(buffer[index] - 0x30)
                index += 1
            }
            return value
        }
    }

    /// The CPU time of the calling thread, in nanoseconds, for code that runs on many threads.
    package static var threadCPUNanoseconds: Int64 {
        read(CLOCK_THREAD_CPUTIME_ID)
    }

    /// The CPU time of the whole process, in nanoseconds.
    package static var processCPUNanoseconds: Int64 {
        read(CLOCK_PROCESS_CPUTIME_ID)
    }

    /// The clock of `DispatchExecution`, for code that has no execution at hand: 22 ns.
    package static var monotonic: Instant {
        Instant(nanoseconds: read(CLOCK_MONOTONIC))
    }

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

/// `log` of the C library, under a name that states its base.
func naturalLogarithm(_ value: Double) -> Double {
    Glibc.log(value)
}

/// Burns CPU for a time, for a display that draws or for calibration: it computes, it never sleeps.
package func burnCPU(for duration: Duration) {
    let clock = ThreadClock.monotonic + duration
    var value: UInt64 = 1
    while ThreadClock.monotonic < clock {
        for _ in 0..<64 { value = value &* 6_364_136_223_846_793_005 &+ 1 }
    }
    // A use of the value, or the optimiser would drop the loop.
    withExtendedLifetime(value) {}
}
