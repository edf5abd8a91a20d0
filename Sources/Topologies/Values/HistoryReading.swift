/// The queue on which a context that merges by history has the history read.
package enum HistoryReading: String, CaseIterable, Hashable, Sendable, Codable {
    /// That of a private context, which only reads and purges history.
    case apart
    /// The receiver's own: a ui reads history on the main queue.
    case inReceiver = "in-receiver"
}
