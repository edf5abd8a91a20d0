import Synchronization

/// Knows which blocks of the main queue begin a turn of its thread.
///
/// The thread takes all blocks that wait, runs them, and looks again:
///
///     enqueued   a  b      c (by a)           d
///     turns     [a  b]    [c]      sleeps    [d]
///
/// Each turn is a wake of the thread or a way round its run loop: 10 µs of processor time on the
/// machine that this was made on, three times as long as merging a small save.
final class TurnCounter: Sendable {
    private let enqueued = Atomic<Int>(0)
    // Only the main queue's blocks touch it, which run one after another.
    nonisolated(unsafe) private var takenUntil = 0

    /// Notes a block that is enqueued, and returns its number.
    func enqueue() -> Int {
        enqueued.add(1, ordering: .relaxed).newValue
    }

    /// Charges a turn if it begins with the block that has a number and is about to run.
    ///
    /// - Precondition: on the main queue, in the order of the blocks.
    func charge(_ number: Int?, to execution: some Execution) {
        guard let number, begins(with: number) else { return }
        execution.charge(.turnsBegun, 1)
    }

    private func begins(with number: Int) -> Bool {
        guard number > takenUntil else { return false }
        takenUntil = enqueued.load(ordering: .relaxed)
        return true
    }
}
