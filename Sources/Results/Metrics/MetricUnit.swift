/// The unit of a figure, and how a bound may be written for it.
package enum MetricUnit: String, Sendable, CaseIterable {
    case milliseconds = "ms"
    case seconds = "s"
    case percent = "%"
    case secondsPerHour = "s/h"
    case millisecondsPerSecond = "ms/s"
    case edits
    case objectsPerSecond = "objects/s"
    case count
    case rows
    case mebibytes = "MiB"
    case bytes

    /// The units that a bound may have, the usual one first; empty is a plain number.
    package var accepted: [String] {
        switch self {
        case .milliseconds: ["ms", "s", "us", "min"]
        case .seconds: ["s", "ms", "min"]
        case .percent: ["%"]
        case .secondsPerHour: ["s/h"]
        case .millisecondsPerSecond: ["ms/s"]
        case .edits: ["", "edits"]
        case .objectsPerSecond: ["objects/s", "/s"]
        case .count: ["", "k", "M"]
        case .rows: ["", "rows"]
        case .mebibytes: ["MiB", "GiB", "KiB", "MB", "GB"]
        case .bytes: ["B", "KiB", "MiB", "GiB", "kB", "MB", "GB"]
        }
    }
}
