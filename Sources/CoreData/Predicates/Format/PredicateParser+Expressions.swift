import Foundation

// The grammar of expressions, loosest first; binary operators group to the left, `**` to the right:
//
//     UNION INTERSECT MINUS    |    ^    &    << >>    + -    * /    - ~ (prefix)    **
//     postfix     primary (.key | .@operator | [index])*
//     primary     literal | %@ | %K | $variable | SELF | key | function(…) | SUBQUERY(…)
//                 | TERNARY(…) | CAST(…) | {…} | (…)

extension PredicateParser {
    /// The binary operators by precedence, with Cocoa's names of their functions.
    private static let levels: [[String: String]] = [
        ["UNION": "", "INTERSECT": "", "MINUS": ""],
        ["|": "bitwiseOr:with:"],
        ["^": "bitwiseXor:with:"],
        ["&": "bitwiseAnd:with:"],
        ["<<": "leftshift:by:", ">>": "rightshift:by:"],
        ["+": "add:to:", "-": "from:subtract:"],
        ["*": "multiply:by:", "/": "divide:by:"],
    ]

    private static let reserved: Set<String> = Set(keywordOperators.keys).union([
        "AND", "OR", "NOT", "ANY", "ALL", "SOME", "NONE", "TRUEPREDICATE", "FALSEPREDICATE",
        "UNION", "INTERSECT", "MINUS",
    ])

    /// Whether the parser would read a word before a key path as a keyword.
    static func isReserved(_ word: String) -> Bool {
        let upper = word.uppercased()
        return reserved.contains(upper)
            || ["TRUE", "YES", "FALSE", "NO", "NULL", "NIL", "SELF"].contains(upper)
    }

    mutating func expressionItem() throws -> Item {
        try binary(level: 0)
    }

    private mutating func binary(level: Int) throws -> Item {
        guard level < Self.levels.count else { return try prefixed() }
        let start = current.position
        var item = try binary(level: level + 1)
        while let (symbol, function) = takeBinaryOperator(level) {
            let left = try expression(item, at: start)
            let rightStart = current.position
            let right = try expression(try binary(level: level + 1), at: rightStart)
            if let operation = NSExpression.SetOperation(rawValue: symbol) {
                item = .expression(NSExpression(.sets(operation, left, right)))
            } else {
                item = .expression(try call(function, [left, right], at: start))
            }
        }
        return item
    }

    private mutating func takeBinaryOperator(_ level: Int) -> (String, String)? {
        let word: String
        switch current.kind {
        case .symbol(let symbol): word = symbol
        case .identifier(let name, isEscaped: false): word = name.uppercased()
        default: return nil
        }
        guard let function = Self.levels[level][word] else { return nil }
        index += 1
        return (word, function)
    }

    private mutating func prefixed() throws -> Item {
        let start = current.position
        if takeSymbol("-") {
            let operand = try expression(try nested { try $0.prefixed() }, at: start)
            if case .constant(let value) = operand.node, let negated = Self.negated(value) {
                return .expression(NSExpression(.constant(negated)))
            }
            let minusOne = NSExpression(.constant(NSNumber(value: -1)))
            return .expression(try call("multiply:by:", [minusOne, operand], at: start))
        }
        if takeSymbol("+") { return try nested { try $0.prefixed() } }
        if takeSymbol("~") {
            let operand = try expression(try nested { try $0.prefixed() }, at: start)
            return .expression(try call("onesComplement:", [operand], at: start))
        }
        return try power()
    }

    private mutating func power() throws -> Item {
        let start = current.position
        let base = try postfixed()
        guard takeSymbol("**") else { return base }
        let exponentStart = current.position
        let exponent = try expression(try nested { try $0.prefixed() }, at: exponentStart)
        let arguments = [try expression(base, at: start), exponent]
        return .expression(try call("raise:toPower:", arguments, at: start))
    }

    private static func negated(_ value: Any?) -> NSNumber? {
        switch PredicateValue(value) {
        case .integer(let number) where number != .min: NSNumber(value: -number)
        case .double(let number): NSNumber(value: -number)
        default: nil
        }
    }

    func call(
        _ name: String, _ arguments: [NSExpression], at position: Int
    ) throws -> NSExpression {
        do {
            return NSExpression(try .function(named: name, arguments: arguments))
        } catch let unknown as NSExpression.UnknownFunction {
            throw error(unknown.description, at: position)
        }
    }
}

// MARK: - Postfix

extension PredicateParser {
    private mutating func postfixed() throws -> Item {
        let start = current.position
        var item = try primary()
        while true {
            if takeSymbol(".") {
                let component = try pathComponent()
                item = .expression(Self.append(component, to: try expression(item, at: start)))
            } else if case .expression(let base) = item, takeSymbol("[") {
                item = .expression(NSExpression(.index(base, try indexInBrackets())))
            } else {
                return item
            }
        }
    }

    private mutating func pathComponent() throws -> String {
        defer { index += 1 }
        switch current.kind {
        case .identifier(let name, _), .keyPath(let name): return name
        case .collectionOperator(let name):
            guard CollectionOperator(rawValue: name) != nil else {
                throw error("there is no collection operator '\(name)'")
            }
            return name
        default: throw error("a key is expected after '.'")
        }
    }

    private static func append(_ component: String, to base: NSExpression) -> NSExpression {
        let path = PropertyPath(component)
        return switch base.node {
        case .evaluatedObject: NSExpression(.keyPath(path))
        case .keyPath(let start): NSExpression(.keyPath(start.appending(path)))
        case .valueForKeyPath(let root, let start):
            NSExpression(.valueForKeyPath(root, start.appending(path)))
        default: NSExpression(.valueForKeyPath(base, path))
        }
    }

    private mutating func indexInBrackets() throws -> NSExpression.Index {
        let index: NSExpression.Index
        if takeKeyword("FIRST") {
            index = .first
        } else if takeKeyword("LAST") {
            index = .last
        } else if takeKeyword("SIZE") {
            index = .size
        } else {
            index = .at(try argument())
        }
        try expectSymbol("]")
        return index
    }

    /// An expression between commas, parentheses, brackets or braces.
    private mutating func argument() throws -> NSExpression {
        let start = current.position
        return try expression(try nested { try $0.expressionItem() }, at: start)
    }
}

// MARK: - Primaries

extension PredicateParser {
    private mutating func primary() throws -> Item {
        let token = current
        switch token.kind {
        case .text(let text): return constant(text)
        case .integer(let number): return constant(NSNumber(value: number))
        case .double(let number): return constant(NSNumber(value: number))
        case .value(let value):
            if let expression = value as? NSExpression {
                index += 1
                return .expression(expression)
            }
            return constant(value)
        case .keyPath(let path):
            index += 1
            return .expression(NSExpression(.keyPath(PropertyPath(path))))
        case .variable(let name):
            index += 1
            return .expression(NSExpression(.variable(name)))
        case .collectionOperator(let name):
            guard CollectionOperator(rawValue: name) != nil else {
                throw error("there is no collection operator '\(name)'")
            }
            index += 1
            return .expression(NSExpression(.keyPath(PropertyPath(name))))
        case .identifier(let word, let isEscaped):
            index += 1
            return try named(word, isEscaped: isEscaped, at: token.position)
        case .symbol("("):
            index += 1
            let item = try nested { try $0.disjunction() }
            try expectSymbol(")")
            return item
        case .symbol("{"):
            index += 1
            return .expression(Self.aggregate(try list(endingWith: "}")))
        case .symbol, .end:
            throw error("a value is expected")
        }
    }

    private mutating func constant(_ value: Any?) -> Item {
        index += 1
        return .expression(NSExpression(.constant(value)))
    }

    private mutating func named(_ word: String, isEscaped: Bool, at start: Int) throws -> Item {
        guard !isEscaped else { return .expression(NSExpression(.keyPath(PropertyPath(word)))) }
        let upper = word.uppercased()
        switch upper {
        case "TRUE", "YES": return .expression(NSExpression(.constant(NSNumber(value: true))))
        case "FALSE", "NO": return .expression(NSExpression(.constant(NSNumber(value: false))))
        case "NULL", "NIL": return .expression(NSExpression(.constant(nil)))
        case "SELF": return .expression(NSExpression(.evaluatedObject))
        case _ where Self.reserved.contains(upper):
            throw error("a value is expected; write #\(word) for a key of that name", at: start)
        default: break
        }
        guard takeSymbol("(") else {
            return .expression(NSExpression(.keyPath(PropertyPath(word))))
        }
        switch upper {
        case "SUBQUERY": return .expression(try subquery())
        case "TERNARY": return .expression(try ternary())
        case "CAST": return .expression(try cast())
        default:
            let arguments = try list(endingWith: ")")
            return .expression(try call(functionName(word), arguments, at: start))
        }
    }

    /// The function's name in lower case, unless it is a known one: words of the language ignore
    /// case.
    private func functionName(_ word: String) -> String {
        PredicateFunction.named(word) == nil ? word.lowercased() : word
    }

    private mutating func list(endingWith symbol: String) throws -> [NSExpression] {
        var expressions: [NSExpression] = []
        if takeSymbol(symbol) { return expressions }
        repeat { expressions.append(try argument()) } while takeSymbol(",")
        guard takeSymbol(symbol) else { throw error("',' or '\(symbol)' is expected") }
        return expressions
    }

    /// Makes one constant of a list of constants, as if it was passed for `%@`.
    private static func aggregate(_ expressions: [NSExpression]) -> NSExpression {
        var values: [Any] = []
        for expression in expressions {
            guard case .constant(let value) = expression.node else {
                return NSExpression(.aggregate(expressions))
            }
            values.append(value ?? NSNull())
        }
        return NSExpression(.constant(values))
    }

    private mutating func subquery() throws -> NSExpression {
        let collection = try argument()
        try expectSymbol(",")
        guard case .variable(let name) = current.kind else {
            throw error("the variable of the subquery, such as $x, is expected")
        }
        index += 1
        try expectSymbol(",")
        let condition = try predicate(try nested { try $0.disjunction() })
        try expectSymbol(")")
        return NSExpression(.subquery(collection, name, condition))
    }

    private mutating func ternary() throws -> NSExpression {
        let condition = try predicate(try nested { try $0.disjunction() })
        try expectSymbol(",")
        let whenTrue = try argument()
        try expectSymbol(",")
        let whenFalse = try argument()
        try expectSymbol(")")
        return NSExpression(.conditional(condition, whenTrue, whenFalse))
    }

    private mutating func cast() throws -> NSExpression {
        let value = try argument()
        try expectSymbol(",")
        guard case .text(let name) = current.kind, let type = NSExpression.CastType(rawValue: name)
        else { throw error("'NSDate', 'NSNumber' or 'NSString' is expected") }
        index += 1
        try expectSymbol(")")
        // The cast of a constant is a constant, because the language has no literals for dates.
        if case .constant(let constant) = value.node {
            return NSExpression(.constant(type.cast(PredicateValue(constant)).any))
        }
        return NSExpression(.cast(value, type))
    }
}
