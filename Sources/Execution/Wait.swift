/// One contended wait: a thread wanted a resource that another held.
///
/// Uncontended locks and queues leave no trace. A lasting wait is in `Execution.currentWaits`, from
/// which a stuck stack reports its waiters and holders.
package struct Wait: Sendable, Codable, Hashable {
    /// The wait's class.
    package var cause: Cause
    /// The label of the queue that waits, or "a thread outside any queue".
    package var waiter: String
    /// The label of the queue, lock or semaphore waited for.
    package var resource: String
    /// The label of the queue that held it when the wait began, if that is known.
    package var holder: String?
    /// When the waiting began.
    package var began: Instant

    /// Makes a wait; the seam reports them.
    package init(
        cause: Cause, waiter: String, resource: String, holder: String?, began: Instant
    ) {
        self.cause = cause
        self.waiter = waiter
        self.resource = resource
        self.holder = holder
        self.began = began
    }
}
