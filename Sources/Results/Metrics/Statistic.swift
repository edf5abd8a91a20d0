/// The statistic of a metric that a figure contains.
///
/// Files and options write the raw values.
package enum Statistic: String, CaseIterable, Sendable {
    case total, share, mean, p50, p95, p99, max, count
    /// How many rows were read or changed.
    case rows
    /// How many operations a server's change made the store refuse.
    case refused
    /// The mean over time of the loss that a crash would cause.
    case exposure
    case longestWindow = "longest_window"
    /// The share of the time in which a crash would take anything.
    case shareAtRisk = "share_at_risk"
}
