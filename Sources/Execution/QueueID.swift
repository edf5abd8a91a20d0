import Synchronization

/// What tells a queue from all others of the process: the address of one that is freed is used
/// again.
package struct QueueID: Hashable, Sendable {
    private static let last = Atomic<Int>(0)
    private let number: Int

    /// An identity that no queue has had.
    package init() {
        number = Self.last.add(1, ordering: .relaxed).newValue
    }
}
