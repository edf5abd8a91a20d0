/// Ends the events that code on the main queue begins without `perform`.
///
/// On Apple's platforms the run loop ends the event of a main-queue context with its turn. Here the
/// first change enqueues a block on the main queue, which runs when the code that made the change
/// has returned to the loop. Changes inside a block that ends the event itself enqueue nothing.
struct EventTurn {
    private let isOfMainQueue: Bool
    /// How many blocks are running that end the event themselves.
    private var depth = 0
    /// Whether the block is enqueued already.
    private(set) var isEnqueued = false
    /// Whether a change has to enqueue the block; read with every change.
    private(set) var isNeeded: Bool

    /// - Parameter isNeeded: whether the context belongs to the main queue.
    init(isNeeded: Bool) {
        isOfMainQueue = isNeeded
        self.isNeeded = isNeeded
    }

    private mutating func decide() {
        isNeeded = isOfMainQueue && depth == 0 && !isEnqueued
    }

    mutating func enter() {
        depth += 1
        decide()
    }

    mutating func leave() {
        depth -= 1
        decide()
    }

    mutating func noteEnqueued() {
        isEnqueued = true
        decide()
    }

    mutating func noteTaken() {
        isEnqueued = false
        decide()
    }
}
