import Foundation

/// Replaces variables, constants and aggregates everywhere in a predicate.
struct PredicateSubstitution {
    var variables: [String: Any]
    /// Replaces a constant; `nil` keeps all constants.
    var constant: ((Any?) -> Any?)?
    /// Replaces a function of a collection; `nil` keeps all of them.
    var aggregate: ((CollectionOperator, NSExpression) -> Any?)?

    /// Whether a key path of a variable's value becomes the value at its end.
    var readsPaths = false
    /// Whether fetch request expressions become their results.
    var resolvesFetches = false

    func replaced(_ predicate: NSPredicate) -> NSPredicate {
        switch predicate {
        case let comparison as NSComparisonPredicate:
            return NSComparisonPredicate(
                leftExpression: replaced(comparison.leftExpression),
                rightExpression: replaced(comparison.rightExpression),
                modifier: comparison.comparisonPredicateModifier,
                type: comparison.predicateOperatorType, options: comparison.options)
        case let compound as NSCompoundPredicate:
            return FormatCompoundPredicate(
                type: compound.compoundPredicateType,
                subpredicates: compound.subpredicates.map(replaced))
        default:
            return predicate
        }
    }

    func replaced(_ expression: NSExpression) -> NSExpression {
        if case .variable(let name) = expression.node,
            let value = variables[name] as? NSExpression
        {
            return value
        }
        let whole = expression.with(parts: replaced) ?? NSExpression(node(expression))
        return resolvesFetches ? whole.resolved ?? whole : whole
    }

    private func node(_ expression: NSExpression) -> NSExpression.Node {
        switch expression.node {
        case .constant(let value):
            return constant.map { .constant($0(value)) } ?? expression.node
        case .evaluatedObject, .keyPath:
            return expression.node
        case .variable(let name):
            return variables[name].map { .constant(unwrapped($0)) } ?? expression.node
        case .valueForKeyPath(let base, let path):
            let start = replaced(base)
            if readsPaths, case .constant(let value) = start.node {
                return .constant(path.value(of: value))
            }
            return .valueForKeyPath(start, path)
        case .index(let base, let index):
            guard case .at(let position) = index else { return .index(replaced(base), index) }
            return .index(replaced(base), .at(replaced(position)))
        case .function(let function, let arguments):
            return .function(function, arguments.map(replaced))
        case .collection(let aggregate, let argument):
            return self.aggregate.map { .constant($0(aggregate, argument)) }
                ?? .collection(aggregate, replaced(argument))
        case .cast(let value, let type): return .cast(replaced(value), type)
        case .aggregate(let parts): return .aggregate(parts.map(replaced))
        case .sets(let operation, let left, let right):
            return .sets(operation, replaced(left), replaced(right))
        case .subquery(let collection, let name, let predicate):
            // The subquery's variable hides an outer one with the same name.
            var inner = self
            inner.variables[name] = nil
            // The group's rows answer an aggregate outside of the subquery, not one inside.
            inner.aggregate = nil
            return .subquery(replaced(collection), name, inner.replaced(predicate))
        case .conditional(let predicate, let left, let right):
            return .conditional(replaced(predicate), replaced(left), replaced(right))
        case .block(let block, let arguments): return .block(block, arguments.map(replaced))
        }
    }
}
