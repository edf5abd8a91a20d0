/// The cause of a span of time on a queue: Architecture.md, “The causes”.
///
/// CSV files and charts print the raw values.
package enum Cause: String, CaseIterable, Sendable, Codable {
    /// The operation's own code: object creation, key-value access, and all time outside other
    /// spans.
    case execute
    /// JSON to values.
    case decode
    /// A fetch request, or one that reads history, its SQL included.
    case fetch
    /// The values of one object, or one to-many relationship, being read.
    case fault
    /// `save()`, except its parts in the following causes.
    case save
    /// A child's save copying its changes into its parent.
    case pushToParent = "push-to-parent"
    /// Another context's save being merged.
    case merge
    /// Notifications being posted, with the time that their observers took.
    case notify
    /// What the role observers reads of changed objects, but for its faults and fetches.
    case observe
    /// A sync of a store's file.
    case sync
    /// The frame that the display role draws.
    case display
    /// Waiting for a context's queue.
    case waitForContext = "wait-for-context"
    /// Waiting for the coordinator.
    case waitForCoordinator = "wait-for-coordinator"
    /// Waiting for a connection to the store.
    case waitForStore = "wait-for-store"

    /// Whether the queue waits, and does nothing.
    package var isWait: Bool {
        self == .waitForContext || self == .waitForCoordinator || self == .waitForStore
    }
}
