import Foundation

/// A collection operator of key-value coding.
enum CollectionOperator: String, Sendable {
    case count = "@count"
    case sum = "@sum"
    case min = "@min"
    case max = "@max"
    case average = "@avg"

    /// Applies the operator; `nil` counts as an empty collection, any other value as one element.
    func value(of collection: Any?) -> Any? {
        let elements: [Any?]
        if let collection = unwrapped(collection) {
            elements = PredicateValue.elements(of: collection) ?? [collection]
        } else {
            elements = []
        }
        return result(elements.map { PredicateValue($0) }).any
    }

    private func result(_ values: [PredicateValue]) -> PredicateValue {
        switch self {
        case .count: .integer(Int64(values.count))
        case .sum: .real(values.reduce(0) { $0 + ($1.doubleValue ?? 0) })
        case .average:
            values.isEmpty
                ? .integer(0)
                : .real(values.reduce(0) { $0 + ($1.doubleValue ?? 0) } / Double(values.count))
        case .min: Self.extreme(values, .orderedAscending)
        case .max: Self.extreme(values, .orderedDescending)
        }
    }

    private static func extreme(
        _ values: [PredicateValue], _ order: ComparisonResult
    ) -> PredicateValue {
        values.reduce(.null) { best, value in
            if value.isNull { return best }
            return best.isNull || value.order(to: best, options: []) == order ? value : best
        }
    }
}
