import Foundation

/// The time of day, for the head of a report.
///
/// No measurement uses it.
package enum WallClock {
    /// The present moment in ISO 8601, UTC, to the second: `2026-11-21T09:17:12Z`.
    package static var now: String {
        Date.now.formatted(.iso8601)
    }
}
