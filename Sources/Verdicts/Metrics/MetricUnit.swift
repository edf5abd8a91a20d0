import Documents

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

    /// The bound in this unit.
    ///
    /// - Returns: `nil` where it is written in a unit that does not fit.
    package func value(of quantity: Quantity) -> Double? {
        guard accepted.contains(quantity.unit) else { return nil }
        switch self {
        case .milliseconds, .seconds:
            return scaled(quantity, Quantity.durationUnits, unit: rawValue)
        case .mebibytes:
            return scaled(quantity, Quantity.sizeUnits, unit: rawValue)
        case .bytes:
            return scaled(quantity, Quantity.sizeUnits, unit: "B")
        case .count:
            return scaled(quantity, Quantity.countUnits, unit: "")
        default:
            return quantity.value
        }
    }

    private func scaled(_ quantity: Quantity, _ factors: [String: Int64], unit: String) -> Double? {
        guard let from = factors[quantity.unit], let to = factors[unit] else { return nil }
        return quantity.value * Double(from) / Double(to)
    }
}
