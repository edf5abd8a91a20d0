/// How work for a background role gets onto its context's queue.
package enum SubmissionStyle: String, CaseIterable, Sendable, Codable, Hashable {
    /// By `perform`: the caller goes on at once.
    case perform
    /// By `performAndWait`: the caller waits until the work is done.
    case performAndWait = "perform-and-wait"
    /// By `performAndWait` from the main queue, as code does that a view controller calls: the user
    /// waits too.
    case performAndWaitOnMain = "perform-and-wait-on-main"
    /// By the container's `performBackgroundTask`: a new context for each piece of work, one piece
    /// after the other.
    case backgroundTask = "background-task"
    /// As a `ContextOperation`, one after the other.
    case operation
    /// By `await context.perform` in a task, one after the other.
    case async
}
