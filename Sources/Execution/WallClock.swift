import Foundation

/// The time of day, for the head of a report and for dates in stores.
///
/// No measurement uses it.
package enum WallClock {
    /// The present moment in ISO 8601, UTC, to the second: `2026-11-21T09:17:12Z`.
    package static var now: String {
        Date.now.formatted(.iso8601)
    }

    /// The present moment in seconds since 2001-01-01, UTC, as stores keep dates.
    static var secondsSince2001: Double { Date.now.timeIntervalSinceReferenceDate }
}
