/// One link of a logical chain of held queues, as `HeldQueue` is on Dispatch.
///
/// It belongs to the virtual thread, and travels with the blocks that it hands to the main queue.
final class HeldVirtualQueue: Sendable {
    let queue: VirtualQueue
    let outer: HeldVirtualQueue?
    let isOnMainThread: Bool

    init(queue: VirtualQueue, outer: HeldVirtualQueue?, isOnMainThread: Bool) {
        self.queue = queue
        self.outer = outer
        self.isOnMainThread = isOnMainThread
    }

    func holds(_ wanted: VirtualQueue) -> Bool {
        queue === wanted || outer?.holds(wanted) == true
    }

    /// Whether `link` is this one or further out in the chain.
    func includes(_ link: HeldVirtualQueue) -> Bool {
        self === link || outer?.includes(link) == true
    }
}
