import Foundation

/// One side of a comparison: a constant, a key path, a function, a collection, a subquery.
///
/// Foundation has a class of this name on Linux, but none of its initializers can be called, so
/// this module has its own. A file that imports both Foundation and CoreData chooses with `import
/// class CoreData.NSExpression`. Expressions never change after `init`.
public class NSExpression: NSObject, NSCopying {
    let node: Node

    init(_ node: Node) {
        self.node = node
    }

    /// The constant that a store gets instead; `nil` for an expression that stands as it is.
    var resolved: NSExpression? { nil }

    /// The same with other parts, for a class that its node does not tell; else `nil`.
    func with(parts replaced: (NSExpression) -> NSExpression) -> NSExpression? { nil }

    /// Makes an expression for a constant; `nil` is the constant NULL.
    public convenience init(forConstantValue value: Any?) {
        self.init(.constant(unwrapped(value)))
    }

    /// Makes an expression for SELF, the object with which a predicate is evaluated.
    public class func expressionForEvaluatedObject() -> NSExpression {
        NSExpression(.evaluatedObject)
    }

    /// Makes an expression for a variable, `$name` in a format; `string` has no dollar sign.
    public convenience init(forVariable string: String) {
        self.init(.variable(string))
    }

    /// Makes an expression for a key path of the evaluated object.
    public convenience init(forKeyPath keyPath: String) {
        self.init(.keyPath(PropertyPath(keyPath)))
    }

    /// Makes an expression that calls a function by Cocoa's name, such as `add:to:` or `sum:`.
    ///
    /// - Precondition: the function exists and takes that many arguments.
    public convenience init(forFunction name: String, arguments parameters: [Any]) {
        let arguments = parameters.map { $0 as? NSExpression ?? NSExpression(forConstantValue: $0) }
        do {
            self.init(try Node.function(named: name, arguments: arguments))
        } catch {
            fatalError("\(error)")
        }
    }

    /// Makes an expression for a collection of expressions: `{a, b}` in a format.
    public convenience init(forAggregate subexpressions: [NSExpression]) {
        self.init(.aggregate(subexpressions))
    }

    /// Makes an expression for the elements of either collection.
    public convenience init(forUnionSet left: NSExpression, with right: NSExpression) {
        self.init(.sets(.union, left, right))
    }

    /// Makes an expression for the elements of both collections.
    public convenience init(forIntersectSet left: NSExpression, with right: NSExpression) {
        self.init(.sets(.intersect, left, right))
    }

    /// Makes an expression for the elements of the first collection that the second lacks.
    public convenience init(forMinusSet left: NSExpression, with right: NSExpression) {
        self.init(.sets(.minus, left, right))
    }

    /// Makes an expression for the elements of a collection that satisfy a predicate.
    ///
    /// - Parameters:
    ///   - variable: the name of the element in `predicate`, without the dollar sign. Key paths
    ///     without the variable read the outer object, as in Apple's framework.
    ///   - predicate: an `NSPredicate`.
    public convenience init(
        forSubquery expression: NSExpression, usingIteratorVariable variable: String,
        predicate: Any
    ) {
        guard let predicate = predicate as? NSPredicate else {
            fatalError("A subquery needs an NSPredicate, not a \(type(of: predicate)).")
        }
        self.init(.subquery(expression, variable, predicate))
    }

    /// Makes an expression with a condition: `TERNARY(predicate, a, b)` in a format.
    public convenience init(
        forConditional predicate: NSPredicate, trueExpression: NSExpression,
        falseExpression: NSExpression
    ) {
        self.init(.conditional(predicate, trueExpression, falseExpression))
    }

    /// Makes an expression from a closure, for evaluation in memory; a store refuses it.
    public convenience init(
        block: @escaping (Any?, [NSExpression], NSMutableDictionary?) -> Any?,
        arguments: [NSExpression]?
    ) {
        self.init(.block(block, arguments ?? []))
    }

    /// Makes an expression from the format language of predicates.
    ///
    /// - Precondition: the format is well-formed, see `NSPredicate.init(format:_:)`.
    public convenience init(format expressionFormat: String, _ arguments: Any...) {
        self.init(format: expressionFormat, argumentArray: arguments)
    }

    /// Makes an expression from a format with one argument, a list, as `NSPredicate` does.
    public convenience init(format expressionFormat: String, _ argument: [Any]) {
        self.init(format: expressionFormat, argumentArray: [argument])
    }

    /// Makes an expression from the format language of predicates.
    public convenience init(format expressionFormat: String, argumentArray arguments: [Any]) {
        do {
            self.init(try PredicateParser.expression(expressionFormat, arguments: arguments).node)
        } catch {
            fatalError("\(error)")
        }
    }

    /// The expression's value for an object.
    ///
    /// - Parameter context: the values of variables by name, without dollar signs.
    public func expressionValue(with object: Any?, context: NSMutableDictionary?) -> Any? {
        let variables = context as? [String: Any] ?? [:]
        return PredicateEvaluator(object: object, variables: variables).value(of: self)
    }

    /// The expression in the format language.
    public override var description: String {
        var printer = PredicateFormatPrinter()
        printer.print(self)
        return printer.text
    }

    /// The kind of this expression.
    public var expressionType: ExpressionType {
        switch node {
        case .constant: .constantValue
        case .evaluatedObject: .evaluatedObject
        case .variable: .variable
        case .keyPath: .keyPath
        case .valueForKeyPath, .index, .function, .collection, .cast: .function
        case .sets(.union, _, _): .unionSet
        case .sets(.intersect, _, _): .intersectSet
        case .sets(.minus, _, _): .minusSet
        case .subquery: .subquery
        case .aggregate: .aggregate
        case .block: .block
        case .conditional: .conditional
        }
    }

    /// The expression itself: it never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSExpression else { return false }
        return self === other || node.isEqual(to: other.node)
    }

    /// The hash of the text, which equal expressions share; no hot path hashes expressions.
    public override var hash: Int { description.hashValue }
}

extension NSExpression {
    /// The kinds of expressions; each has other readable members.
    public enum ExpressionType: UInt, Sendable {
        case constantValue = 0
        case evaluatedObject = 1
        case variable = 2
        case keyPath = 3
        case function = 4
        case unionSet = 5
        case intersectSet = 6
        case minusSet = 7
        case subquery = 13
        case aggregate = 14
        case anyKey = 15
        case block = 19
        case conditional = 20
        case fetchRequest = 50
    }

    /// The constant of a constant-value expression; `nil` for any other.
    public var constantValue: Any? {
        if case .constant(let value) = node { value } else { nil }
    }

    /// The key path of a key-path expression; any other traps, as on Apple's platforms.
    public var keyPath: String {
        guard case .keyPath(let path) = node else { unavailable("keyPath") }
        return path.text
    }

    /// The name of a variable, without the dollar sign; any other expression traps.
    public var variable: String {
        switch node {
        case .variable(let name), .subquery(_, let name, _): return name
        default: unavailable("variable")
        }
    }

    /// The name of the called function; any other expression traps.
    public var function: String {
        switch node {
        case .function(let function, _): return function.name
        case .collection(let aggregate, _): return aggregate.functionName
        case .valueForKeyPath: return "valueForKeyPath:"
        case .index: return "objectFrom:withIndex:"
        case .cast: return "castObject:toType:"
        default: unavailable("function")
        }
    }

    /// The object of a key path, else SELF.
    public var operand: NSExpression {
        if case .valueForKeyPath(let base, _) = node {
            base
        } else {
            .expressionForEvaluatedObject()
        }
    }

    /// The arguments of a function or block; `nil` for any other.
    public var arguments: [NSExpression]? {
        switch node {
        case .function(_, let arguments), .block(_, let arguments): arguments
        case .collection(_, let argument): [argument]
        case .valueForKeyPath(_, let path): [NSExpression(forKeyPath: path.text)]
        case .index(let base, .at(let index)): [base, index]
        case .cast(let value, let type): [value, NSExpression(forConstantValue: type.rawValue)]
        default: nil
        }
    }

    /// The expressions of an aggregate, or the collection of a subquery; any other traps.
    public var collection: Any {
        switch node {
        case .aggregate(let expressions): return expressions
        case .subquery(let collection, _, _): return collection
        case .constant(let value?): return value
        default: unavailable("collection")
        }
    }

    /// The predicate of a subquery or conditional; any other expression traps.
    public var predicate: NSPredicate {
        switch node {
        case .subquery(_, _, let predicate), .conditional(let predicate, _, _): return predicate
        default: unavailable("predicate")
        }
    }

    /// The left side of a set expression; any other traps.
    public var left: NSExpression {
        guard case .sets(_, let left, _) = node else { unavailable("left") }
        return left
    }

    /// The right side of a set expression; any other traps.
    public var right: NSExpression {
        guard case .sets(_, _, let right) = node else { unavailable("right") }
        return right
    }

    /// The value of a conditional if its predicate is true; any other expression traps.
    public var `true`: NSExpression {
        guard case .conditional(_, let expression, _) = node else { unavailable("true") }
        return expression
    }

    /// The value of a conditional if its predicate is false; any other expression traps.
    public var `false`: NSExpression {
        guard case .conditional(_, _, let expression) = node else { unavailable("false") }
        return expression
    }

    private func unavailable(_ member: String) -> Never {
        fatalError(
            "An expression of type \(expressionType) has no \(member): \(self). "
                + "Check its expressionType first.")
    }
}
