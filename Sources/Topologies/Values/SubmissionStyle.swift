/// How work for a background role gets onto its context's queue.
package enum SubmissionStyle: String, CaseIterable, Sendable, Codable, Hashable {
    /// By `perform`: whoever has the work goes on at once.
    case perform
    /// By `performAndWait`: whoever has the work waits until it is done.
    case performAndWait = "perform-and-wait"
}
