import Foundation

extension NSComparisonPredicate.Operator {
    /// Whether the comparison of two values is true.
    ///
    /// With `nil` only equality, inequality and membership can be true: no value is before or after
    /// `nil`, and no text begins with it. Values of different kinds are unequal and have no order.
    func holds(
        _ left: PredicateValue, _ right: PredicateValue, options: NSComparisonPredicate.Options
    ) -> Bool {
        switch self {
        case .equalTo: return left.isEqual(to: right, options: options)
        case .notEqualTo: return !left.isEqual(to: right, options: options)
        case .lessThan: return left.order(to: right, options: options) == .orderedAscending
        case .greaterThan: return left.order(to: right, options: options) == .orderedDescending
        case .lessThanOrEqualTo:
            let order = left.order(to: right, options: options)
            return order == .orderedAscending || order == .orderedSame
        case .greaterThanOrEqualTo:
            let order = left.order(to: right, options: options)
            return order == .orderedDescending || order == .orderedSame
        case .between:
            guard case .collection(let bounds) = right, bounds.count == 2 else { return false }
            return Self.greaterThanOrEqualTo.holds(left, .init(bounds[0]), options: options)
                && Self.lessThanOrEqualTo.holds(left, .init(bounds[1]), options: options)
        case .in: return Self.contains(right, left, options: options)
        case .contains: return Self.contains(left, right, options: options)
        case .beginsWith, .endsWith, .like, .matches:
            guard let left = left.text, let right = right.text else { return false }
            return matches(left, right, options: options)
        }
    }

    /// Compares two texts with one of the text operators.
    func matches(
        _ text: String, _ pattern: String, options: NSComparisonPredicate.Options
    ) -> Bool {
        switch self {
        case .beginsWith: text.folded(options).hasBytePrefix(pattern.folded(options))
        case .endsWith: text.folded(options).hasByteSuffix(pattern.folded(options))
        case .contains: text.folded(options).containsBytes(pattern.folded(options))
        case .like: LikePattern(pattern.folded(options)).matches(text.folded(options))
        case .matches: RegularExpressions.matches(text, pattern: pattern, options: options)
        default: fatalError("\(self) does not compare text.")
        }
    }

    private static func contains(
        _ whole: PredicateValue, _ part: PredicateValue, options: NSComparisonPredicate.Options
    ) -> Bool {
        switch whole {
        case .collection(let elements):
            return elements.contains { PredicateValue($0).isEqual(to: part, options: options) }
        case .text(let text):
            guard let part = part.text else { return false }
            return Self.contains.matches(text, part, options: options)
        default:
            return false
        }
    }
}
