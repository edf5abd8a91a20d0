import Foundation

extension NSExpression {
    /// The parts of an expression, which evaluator, printer and SQL translator switch over.
    indirect enum Node {
        case constant(Any?)
        case evaluatedObject
        case variable(String)
        case keyPath(PropertyPath)
        /// A key path from another start than the evaluated object: `$x.name`, `{…}.@count`.
        case valueForKeyPath(NSExpression, PropertyPath)
        case index(NSExpression, Index)
        case function(PredicateFunction, [NSExpression])
        /// A function of a whole collection: `sum(kids.age)`.
        case collection(CollectionOperator, NSExpression)
        case cast(NSExpression, CastType)
        case aggregate([NSExpression])
        case sets(SetOperation, NSExpression, NSExpression)
        case subquery(NSExpression, String, NSPredicate)
        case conditional(NSPredicate, NSExpression, NSExpression)
        case block((Any?, [NSExpression], NSMutableDictionary?) -> Any?, [NSExpression])
    }

    /// The index in brackets after an expression.
    enum Index {
        case at(NSExpression)
        case first
        case last
        case size
    }

    /// A target of CAST, by Cocoa's name of the class.
    enum CastType: String, Sendable {
        case number = "NSNumber"
        case text = "NSString"
        case date = "NSDate"
    }

    /// The ways to combine two collections.
    enum SetOperation: String, Sendable {
        case union = "UNION"
        case intersect = "INTERSECT"
        case minus = "MINUS"
    }

    /// The reason why a function cannot be called.
    struct UnknownFunction: Error, CustomStringConvertible {
        let description: String
    }
}

extension NSExpression.Node {
    /// The call of a function, by its name in Cocoa or in the format language.
    ///
    /// - Throws: `NSExpression.UnknownFunction` if no function has this name and number of
    ///   arguments.
    static func function(
        named name: String, arguments: [NSExpression]
    ) throws -> NSExpression.Node {
        if let function = PredicateFunction.named(name) {
            guard function.arity == arguments.count else {
                throw NSExpression.UnknownFunction(
                    description: "the function \(function.name) takes \(function.arity) "
                        + "arguments, not \(arguments.count)")
            }
            return .function(function, arguments)
        }
        if let aggregate = CollectionOperator(functionName: name) {
            // `sum(1, 2)` is Cocoa's spelling of `sum({1, 2})`.
            let argument = arguments.count == 1 ? arguments[0] : NSExpression(.aggregate(arguments))
            return .collection(aggregate, argument)
        }
        throw NSExpression.UnknownFunction(description: "there is no function named '\(name)'")
    }

    func isEqual(to other: NSExpression.Node) -> Bool {
        switch (self, other) {
        case (.constant(let left), .constant(let right)):
            PredicateValue(left).isEqual(to: PredicateValue(right), options: [])
        case (.evaluatedObject, .evaluatedObject): true
        case (.variable(let left), .variable(let right)): left == right
        case (.keyPath(let left), .keyPath(let right)): left == right
        case (.valueForKeyPath(let base, let path), .valueForKeyPath(let base2, let path2)):
            base == base2 && path == path2
        case (.index(let base, let index), .index(let base2, let index2)):
            base == base2 && index.isEqual(to: index2)
        case (.function(let function, let arguments), .function(let function2, let arguments2)):
            function.name == function2.name && arguments == arguments2
        case (.collection(let aggregate, let argument), .collection(let other, let argument2)):
            aggregate == other && argument == argument2
        case (.cast(let value, let type), .cast(let value2, let type2)):
            value == value2 && type == type2
        case (.aggregate(let left), .aggregate(let right)): left == right
        case (.sets(let operation, let left, let right), .sets(let other, let left2, let right2)):
            operation == other && left == left2 && right == right2
        case (
            .subquery(let collection, let variable, let predicate),
            .subquery(let collection2, let variable2, let predicate2)
        ):
            collection == collection2 && variable == variable2 && predicate == predicate2
        case (
            .conditional(let predicate, let left, let right),
            .conditional(let predicate2, let left2, let right2)
        ):
            predicate == predicate2 && left == left2 && right == right2
        default: false
        }
    }
}

extension NSExpression.Index {
    func isEqual(to other: NSExpression.Index) -> Bool {
        switch (self, other) {
        case (.at(let left), .at(let right)): left == right
        case (.first, .first), (.last, .last), (.size, .size): true
        default: false
        }
    }
}

extension CollectionOperator {
    /// The aggregate of a function's name, such as `sum`, `sum:`, `average` or `count`.
    init?(functionName name: String) {
        switch name.hasSuffix(":") ? String(name.dropLast()) : name {
        case "count": self = .count
        case "sum": self = .sum
        case "min": self = .min
        case "max": self = .max
        case "average", "avg": self = .average
        default: return nil
        }
    }

    var functionName: String {
        switch self {
        case .count: "count:"
        case .sum: "sum:"
        case .min: "min:"
        case .max: "max:"
        case .average: "average:"
        }
    }
}
