import Synchronization

/// Counts the blocks of a serial queue, and those that find it rested.
struct QueueRest: ~Copyable {
    /// How long a queue has rested that is woken.
    ///
    /// A core sleeps after some hundred microseconds without work, and a block of the next frame
    /// finds the caches filled by others.
    static let least = Duration.milliseconds(1)
    private static let leastNanoseconds = least.wholeNanoseconds
    private static let never = Int64.min

    // One block runs at a time; an atomic, because the sanitizer does not see Dispatch's order.
    private let end = Atomic<Int64>(never)

    /// Charges a block that begins.
    ///
    /// - Precondition: called in the block.
    func blockBegan(in execution: some Execution) {
        let last = end.load(ordering: .relaxed)
        execution.charge(.blocksRun, 1)
        if last == Self.never || execution.now.nanoseconds - last >= Self.leastNanoseconds {
            execution.charge(.queuesWoken, 1)
        }
    }

    func blockEnded(at instant: Instant) {
        end.store(instant.nanoseconds, ordering: .relaxed)
    }
}
