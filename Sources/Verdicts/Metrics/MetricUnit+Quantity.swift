import Documents
import Results

extension MetricUnit {
    /// The bound in this unit.
    ///
    /// - Returns: `nil` if its own unit does not fit.
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

extension MetricUnit {
    /// Whether a bound in this unit judges the speed of a machine: a time, or a rate.
    var isOfMachine: Bool {
        switch self {
        case .milliseconds, .seconds, .objectsPerSecond: true
        default: false
        }
    }
}
