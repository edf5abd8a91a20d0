/// A block that is enqueued, run once, and destroyed when it has run.
///
/// Dispatch lets go of its blocks after they return. Their captures are destroyed then, and that
/// can take long (a notification with 10,000 objects: 15 ms). Held here, they are destroyed while
/// the block still counts as running, as time of their queue.
final class EnqueuedWork: @unchecked Sendable {
    // The queue protects the block, as on Apple's side: the block runs there and only once.
    private var block: (() -> Void)?

    init(_ block: @escaping () -> Void) {
        self.block = block
    }

    func run() {
        let block = self.block.take()
        block?()
    }
}
