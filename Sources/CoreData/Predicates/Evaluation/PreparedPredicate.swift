import Foundation

/// A predicate prepared for many objects.
///
/// Its constants are read once, and long lists of whole numbers and texts become look-up tables. An
/// importer that finds a batch by its keys, among 10,000 unsaved objects, would otherwise compare
/// five million times.
package struct PreparedPredicate {
    private indirect enum Test {
        /// A predicate without a quicker form.
        case any(NSPredicate)
        case comparison(NSExpression, Operator, NSComparisonPredicate.Options, PredicateValue)
        case membership(NSExpression, KeyList)
        case all([Test])
        case some([Test])
        case not(Test)
    }

    private typealias Operator = NSComparisonPredicate.Operator

    /// The constants of an IN.
    private struct KeyList {
        var numbers: Set<Int64> = []
        /// The list's texts; a text that is here must still be compared.
        ///
        /// Swift considers some texts equal that SQLite distinguishes.
        var texts: Set<String> = []
        var values: PredicateValue

        /// - Returns: `nil` for a short list, or one with other values.
        init?(_ list: PredicateValue) {
            guard case .collection(let elements) = list, elements.count > 8 else { return nil }
            values = list
            for element in elements {
                switch PredicateValue(element) {
                case .integer(let number): numbers.insert(number)
                case .text(let text): texts.insert(text)
                default: return nil
                }
            }
        }

        func contains(_ value: PredicateValue) -> Bool {
            switch value {
            case .integer(let number): return numbers.contains(number)
            case .text(let text) where !texts.contains(text): return false
            default: return Operator.in.holds(value, values, options: [])
            }
        }
    }

    private let test: Test

    /// - Parameter predicate: `nil` for one that is true for every object.
    package init(_ predicate: NSPredicate?) {
        test = predicate.map(Self.test) ?? .all([])
    }

    package func holds(_ object: Any?) -> Bool {
        Self.holds(test, PredicateEvaluator(object: object, variables: [:]))
    }

    private static func test(_ predicate: NSPredicate) -> Test {
        switch predicate {
        case let comparison as NSComparisonPredicate:
            guard comparison.comparisonPredicateModifier == .direct,
                let constant = constant(comparison.rightExpression)
            else { return .any(predicate) }
            let value = PredicateValue(constant)
            if comparison.predicateOperatorType == .in, comparison.options.isEmpty,
                let list = KeyList(value)
            {
                return .membership(comparison.leftExpression, list)
            }
            return .comparison(
                comparison.leftExpression, comparison.predicateOperatorType, comparison.options,
                value)
        case let compound as NSCompoundPredicate:
            let parts = compound.subpredicates.map(test)
            switch compound.compoundPredicateType {
            case .and: return .all(parts)
            case .or: return .some(parts)
            case .not: return .not(parts[0])
            }
        default:
            return .any(predicate)
        }
    }

    /// The value of an expression that is the same for every object.
    private static func constant(_ expression: NSExpression) -> Any?? {
        switch expression.node {
        case .constant(let value): return .some(value)
        case .aggregate(let parts):
            var values: [Any] = []
            for part in parts {
                guard case .constant(let value) = part.node else { return nil }
                values.append(value ?? NSNull())
            }
            return .some(values)
        default: return nil
        }
    }

    private static func holds(_ test: Test, _ evaluator: PredicateEvaluator) -> Bool {
        switch test {
        case .any(let predicate): evaluator.holds(predicate)
        case .comparison(let left, let type, let options, let right):
            type.holds(PredicateValue(evaluator.value(of: left)), right, options: options)
        case .membership(let left, let list):
            list.contains(PredicateValue(evaluator.value(of: left)))
        case .all(let tests): tests.allSatisfy { holds($0, evaluator) }
        case .some(let tests): tests.contains { holds($0, evaluator) }
        case .not(let test): !holds(test, evaluator)
        }
    }
}
