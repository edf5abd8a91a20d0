import CoreData

/// The bounds of an attribute, as the predicates that Core Data makes of a model file's: numbers,
/// seconds since 2001, or characters.
struct AttributeLimits {
    private(set) var least = -Double.infinity
    private(set) var most = Double.infinity
    /// Whether the attribute has a rule other than a bound: a regular expression.
    private(set) var isOpen = false

    init(_ attribute: NSAttributeDescription) {
        for predicate in attribute.validationPredicates {
            guard let comparison = predicate as? NSComparisonPredicate,
                let bound = Self.number(comparison.rightExpression)
            else {
                isOpen = true
                continue
            }
            switch comparison.predicateOperatorType {
            case .greaterThanOrEqualTo: least = max(least, bound)
            case .lessThanOrEqualTo: most = min(most, bound)
            default: isOpen = true
            }
        }
    }

    private static func number(_ expression: NSExpression) -> Double? {
        guard expression.expressionType == .constantValue else { return nil }
        switch expression.constantValue {
        case let number as NSNumber: return number.doubleValue
        case let date as Date: return date.timeIntervalSinceReferenceDate
        default: return nil
        }
    }

    /// The allowed part of a range; if nothing of it is allowed, the nearest allowed range as wide.
    func fitted(_ range: ClosedRange<Int>, within outer: ClosedRange<Int>) -> ClosedRange<Int>? {
        let least = max(least.rounded(.up), Double(outer.lowerBound))
        let most = min(most.rounded(.down), Double(outer.upperBound))
        guard least <= most, let low = Int(exactly: least), let high = Int(exactly: most) else {
            return nil
        }
        if low > range.upperBound { return low...min(high, low + range.count) }
        if high < range.lowerBound { return max(low, high - range.count)...high }
        return max(low, range.lowerBound)...min(high, range.upperBound)
    }
}
