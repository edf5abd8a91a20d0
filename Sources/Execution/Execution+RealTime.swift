import Glibc

// An execution in real time: work, input and output take their own time, and a sleeping thread
// sleeps.
extension Execution {
    package var chargesWork: Bool { false }
    package func charge(_: Work, _: Int) {}
    package var workCounts: WorkCounts { WorkCounts() }
    package func io(_: IOKind, bytes _: Int) {}
    package func occupyCore(for duration: Duration) { burnCPU(for: duration) }
    package func interaction() {}

    package func startTask(_ body: @escaping @Sendable () async -> Void) {
        Task(operation: body)
    }

    package func sleep(for duration: Duration) {
        let nanoseconds = duration.wholeNanoseconds
        guard nanoseconds > 0 else { return }
        var left = timespec(
            tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
        withUnsafeMutablePointer(to: &left) { left in
            // A signal interrupts the sleep; nanosleep then leaves the rest in the same variable.
            while nanosleep(left, left) == -1 && errno == EINTR {}
        }
    }
}

extension Execution {
    /// Charges an amount that takes time to count, if the execution charges work at all.
    @inline(__always)
    package func charge(_ work: Work, counting count: () -> Int) {
        if chargesWork { charge(work, count()) }
    }
}
