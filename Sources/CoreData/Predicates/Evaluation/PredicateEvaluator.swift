import Foundation

/// Evaluates predicates and expressions in memory, for one object and one set of variables.
struct PredicateEvaluator {
    let object: Any?
    let variables: [String: Any]

    /// Whether a predicate is true for the object.
    func holds(_ predicate: NSPredicate) -> Bool {
        switch predicate {
        case let comparison as NSComparisonPredicate: return holds(comparison)
        case let compound as NSCompoundPredicate:
            let parts = compound.subpredicates
            switch compound.compoundPredicateType {
            case .and: return parts.allSatisfy(holds)
            case .or: return parts.contains(where: holds)
            case .not: return !holds(parts[0])
            }
        default:
            // A constant or a block. Foundation's constants trap on superfluous variables.
            return variables.isEmpty || Self.isConstant(predicate)
                ? predicate.evaluate(with: object)
                : predicate.evaluate(with: object, substitutionVariables: variables)
        }
    }

    /// Whether a predicate is Foundation's TRUEPREDICATE or FALSEPREDICATE.
    static func isConstant(_ predicate: NSPredicate) -> Bool {
        predicate.isEqual(NSPredicate(value: true)) || predicate.isEqual(NSPredicate(value: false))
    }

    private func holds(_ comparison: NSComparisonPredicate) -> Bool {
        let type = comparison.predicateOperatorType, options = comparison.options
        let left = PredicateValue(value(of: comparison.leftExpression))
        let right = PredicateValue(value(of: comparison.rightExpression))
        switch comparison.comparisonPredicateModifier {
        case .direct:
            return type.holds(left, right, options: options)
        case .any:
            return left.asElements.contains {
                type.holds(PredicateValue($0), right, options: options)
            }
        case .all:
            return left.asElements.allSatisfy {
                type.holds(PredicateValue($0), right, options: options)
            }
        }
    }

    /// The value of an expression, in the types that Cocoa returns.
    func value(of expression: NSExpression) -> Any? {
        switch expression.node {
        case .constant(let value): return value
        case .evaluatedObject: return unwrapped(object)
        case .variable(let name):
            guard let value = variables[name] else {
                fatalError(
                    "The variable $\(name) has no value. Use withSubstitutionVariables(_:) or "
                        + "evaluate(with:substitutionVariables:).")
            }
            return unwrapped(value)
        case .keyPath(let path): return path.value(of: object)
        case .valueForKeyPath(let base, let path): return path.value(of: value(of: base))
        case .index(let base, let index): return element(index, of: value(of: base))
        case .function(let function, let arguments):
            return function(arguments.map { PredicateValue(value(of: $0)) }).any
        case .collection(let aggregate, let argument):
            return aggregate.value(of: value(of: argument))
        case .cast(let argument, let type):
            return type.cast(PredicateValue(value(of: argument))).any
        case .aggregate(let parts): return parts.map { value(of: $0) ?? NSNull() }
        case .sets(let operation, let left, let right):
            return combined(operation, value(of: left), value(of: right))
        case .subquery(let collection, let variable, let predicate):
            return elements(of: collection, as: variable, where: predicate)
        case .conditional(let predicate, let left, let right):
            return value(of: holds(predicate) ? left : right)
        case .block(let block, let arguments):
            let context = variables.isEmpty ? nil : NSMutableDictionary(dictionary: variables)
            return unwrapped(block(object, arguments, context))
        }
    }

    private func element(_ index: NSExpression.Index, of value: Any?) -> Any? {
        if case .at(let expression) = index, let key = self.value(of: expression) as? String {
            return PropertyPath(components: [key]).value(of: value)
        }
        guard let value, let elements = PredicateValue.elements(of: value) else { return nil }
        switch index {
        case .size: return elements.count
        case .first: return elements.first.flatMap { unwrapped($0) }
        case .last: return elements.last.flatMap { unwrapped($0) }
        case .at(let expression):
            guard case .integer(let position) = PredicateValue(self.value(of: expression)),
                elements.indices.contains(Int(position))
            else { return nil }
            return unwrapped(elements[Int(position)])
        }
    }

    private func elements(
        of collection: NSExpression, as variable: String, where predicate: NSPredicate
    ) -> [Any] {
        var variables = variables
        return PredicateValue(value(of: collection)).asElements.filter { element in
            variables[variable] = element ?? NSNull()
            return PredicateEvaluator(object: object, variables: variables).holds(predicate)
        }.map { $0 ?? NSNull() }
    }

    private func combined(
        _ operation: NSExpression.SetOperation, _ left: Any?, _ right: Any?
    ) -> [Any] {
        let left = PredicateValue(left).asElements, right = PredicateValue(right).asElements
        func contains(_ elements: [Any?], _ value: Any?) -> Bool {
            let value = PredicateValue(value)
            return elements.contains { PredicateValue($0).isEqual(to: value, options: []) }
        }
        let elements =
            switch operation {
            case .union: left + right.filter { !contains(left, $0) }
            case .intersect: left.filter { contains(right, $0) }
            case .minus: left.filter { !contains(right, $0) }
            }
        return elements.map { $0 ?? NSNull() }
    }
}

extension PredicateValue {
    /// The elements of a collection; none for `nil`, and the value itself for any other.
    var asElements: [Any?] {
        switch self {
        case .null: []
        case .collection(let elements): elements
        default: [any]
        }
    }
}

extension NSExpression.CastType {
    /// The value as another kind; `nil` if Cocoa has no such cast.
    func cast(_ value: PredicateValue) -> PredicateValue {
        switch (self, value) {
        case (.date, .integer(let seconds)): .date(Double(seconds))
        case (.date, .double(let seconds)): .date(seconds)
        case (.number, .date(let seconds)): .double(seconds)
        case (.number, .text(let text)):
            Int64(text).map { .integer($0) } ?? Double(text).map { .real($0) } ?? .null
        case (.text, .integer(let number)): .text(String(number))
        case (.text, .double(let number)): .text(String(number))
        case (.date, .date), (.number, .integer), (.number, .double), (.text, .text): value
        default: .null
        }
    }
}
