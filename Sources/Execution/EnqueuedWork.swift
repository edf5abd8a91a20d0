/// A block that is enqueued, run once, and gone when it has run.
///
/// Dispatch lets go of its blocks after they return. What they captured is destroyed then, and that
/// can take long (a notification with 10,000 objects: 15 ms); held here, it is destroyed while the
/// block still counts as running, as time of the queue that it is.
final class EnqueuedWork: @unchecked Sendable {
    // The queue is what protects the block, as on Apple's side; it runs there and only once.
    private var block: (() -> Void)?

    init(_ block: @escaping () -> Void) {
        self.block = block
    }

    func run() {
        let block = self.block.take()
        block?()
    }
}
