import Foundation

extension PreparedPredicate {
    /// A predicate as a tree whose constants were read.
    indirect enum Test {
        /// A predicate without a quicker form.
        case any(NSPredicate)
        case comparison(
            NSExpression, NSComparisonPredicate.Operator, NSComparisonPredicate.Options,
            PredicateValue)
        case membership(NSExpression, ConstantList)
        case constant(Bool)
        case all([Test])
        case some([Test])
        case not(Test)
    }
}

extension PreparedPredicate.Test {
    init(_ predicate: NSPredicate) {
        switch predicate {
        case let comparison as NSComparisonPredicate:
            self = Self.test(comparison)
        case let compound as NSCompoundPredicate:
            let parts = compound.subpredicates.map { Self($0) }
            switch compound.compoundPredicateType {
            case .and: self = .all(parts)
            case .or: self = .some(parts)
            case .not: self = .not(parts[0])
            }
        default:
            self =
                PredicateEvaluator.isConstant(predicate)
                ? .constant(predicate.evaluate(with: nil)) : .any(predicate)
        }
    }

    private static func test(_ comparison: NSComparisonPredicate) -> Self {
        guard comparison.comparisonPredicateModifier == .direct,
            let constant = constant(comparison.rightExpression)
        else { return .any(comparison) }
        let value = PredicateValue(constant)
        if comparison.predicateOperatorType == .in, comparison.options.isEmpty,
            let list = ConstantList(value)
        {
            return .membership(comparison.leftExpression, list)
        }
        return .comparison(
            comparison.leftExpression, comparison.predicateOperatorType, comparison.options, value)
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

    /// Whether the test holds for the evaluator's object.
    func holds(_ evaluator: PredicateEvaluator) -> Bool {
        switch self {
        case .any(let predicate): evaluator.holds(predicate)
        case .comparison(let left, let type, let options, let right):
            type.holds(PredicateValue(evaluator.value(of: left)), right, options: options)
        case .membership(let left, let list):
            list.contains(PredicateValue(evaluator.value(of: left)))
        case .constant(let holds): holds
        case .all(let tests): tests.allSatisfy { $0.holds(evaluator) }
        case .some(let tests): tests.contains { $0.holds(evaluator) }
        case .not(let test): !test.holds(evaluator)
        }
    }
}
