import Documents
import Execution

extension Duration {
    /// Units of a time, the largest first, in nanoseconds.
    private static let units: [(name: String, nanoseconds: Int64)] = [
        ("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1_000), ("ns", 1),
    ]

    /// The time in the largest unit in which it is a whole number: `5s`, `1500ms`.
    package var text: String {
        let nanoseconds = wholeNanoseconds
        let unit = Self.units.first { nanoseconds % $0.nanoseconds == 0 }!
        return "\(nanoseconds / unit.nanoseconds)\(unit.name)"
    }

    /// Reads a time with its unit, as workload files write it; `nil` if it is malformed.
    package init?(text: String) {
        guard let quantity = Quantity(text), quantity.value >= 0,
            let nanoseconds = quantity.scaled(by: Quantity.durationUnits)
        else { return nil }
        self = .nanoseconds(nanoseconds)
    }
}
