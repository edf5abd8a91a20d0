import Foundation

/// Parses Cocoa's predicate language.
///
/// The grammar, loosest first; keywords in any case:
///
///     disjunction   conjunction ((OR | ||) conjunction)*
///     conjunction   negation ((AND | &&) negation)*
///     negation      (NOT | !) negation | comparison
///     comparison    (ANY | SOME | ALL | NONE)? expression operator[options] expression
///                   | TRUEPREDICATE | FALSEPREDICATE | expression
///     expression    see PredicateParser+Expressions.swift
///
/// An expression may be a disjunction in parentheses, and a comparison may be just an expression:
/// only its end shows which of them is in the parentheses. Hence one descent that yields an `Item`
/// of either kind, with errors where the other kind is required. No token is read twice.
package struct PredicateParser {
    /// A parsed part of the format, which is a predicate or an expression.
    enum Item {
        case predicate(NSPredicate)
        case expression(NSExpression)
    }

    let format: String
    let tokens: [PredicateLexer.Token]
    var index = 0
    /// The present depth of nested parentheses and prefixes.
    var depth = 0

    /// How deeply a format may nest.
    ///
    /// People write formats, so a deeper one is a mistake. It must not overflow the stack of a
    /// queue's thread (512 KiB), of which each level takes some 3 KiB.
    static let maximumDepth = 60

    /// Parses a predicate.
    ///
    /// - Parameter arguments: the values for `%@`, `%K` and the other conversions, in order.
    /// - Throws: `PredicateFormatError`, with the position.
    package static func parse(_ format: String, arguments: [Any] = []) throws -> NSPredicate {
        var parser = try PredicateParser(format, arguments: arguments)
        let item = try parser.disjunction()
        let predicate = try parser.predicate(item)
        try parser.expectEnd()
        return predicate
    }

    /// Parses an expression.
    ///
    /// - Throws: `PredicateFormatError`, with the position.
    package static func expression(
        _ format: String, arguments: [Any] = []
    ) throws -> NSExpression {
        var parser = try PredicateParser(format, arguments: arguments)
        let start = parser.current.position
        let item = try parser.disjunction()
        let expression = try parser.expression(item, at: start)
        try parser.expectEnd()
        return expression
    }

    private init(_ format: String, arguments: [Any]) throws {
        self.format = format
        tokens = try PredicateLexer.tokens(format, arguments: arguments)
    }
}

// MARK: - Predicates

extension PredicateParser {
    mutating func disjunction() throws -> Item {
        try joined(.or, words: "OR", "||") { try $0.conjunction() }
    }

    private mutating func conjunction() throws -> Item {
        try joined(.and, words: "AND", "&&") { try $0.negation() }
    }

    private mutating func joined(
        _ type: NSCompoundPredicate.LogicalType, words keyword: String, _ symbol: String,
        part: (inout PredicateParser) throws -> Item
    ) throws -> Item {
        let first = try part(&self)
        guard isKeyword(keyword) || isSymbol(symbol) else { return first }
        var parts = [try predicate(first)]
        while takeKeyword(keyword) || takeSymbol(symbol) {
            parts.append(try predicate(try part(&self)))
        }
        return .predicate(FormatCompoundPredicate(type: type, subpredicates: parts))
    }

    private mutating func negation() throws -> Item {
        guard takeKeyword("NOT") || takeSymbol("!") else { return try comparison() }
        let negated = try nested { try $0.negation() }
        return .predicate(
            FormatCompoundPredicate(type: .not, subpredicates: [try predicate(negated)]))
    }

    private mutating func comparison() throws -> Item {
        if takeKeyword("TRUEPREDICATE") { return .predicate(NSPredicate(value: true)) }
        if takeKeyword("FALSEPREDICATE") { return .predicate(NSPredicate(value: false)) }
        let modifier = takeModifier()
        let start = current.position
        let left = try expressionItem()
        guard let type = try takeOperator() else {
            if modifier == nil { return left }
            throw error("a comparison operator is expected")
        }
        let leftExpression = try expression(left, at: start)
        let options = try takeOptions(for: type)
        let patternStart = current.position
        let right = try expression(try expressionItem(), at: patternStart)
        if let reason = NSComparisonPredicate.patternError(type, right, options) {
            throw error(
                "MATCHES needs a valid regular expression (\(reason))",
                at: patternStart)
        }
        let comparison = NSComparisonPredicate(
            leftExpression: leftExpression, rightExpression: right,
            modifier: modifier?.modifier ?? .direct, type: type, options: options)
        // Cocoa has no modifier for NONE, which is the negation of ANY.
        return .predicate(
            modifier?.isNegated == true
                ? FormatCompoundPredicate(type: .not, subpredicates: [comparison]) : comparison)
    }

    private mutating func takeModifier()
        -> (modifier: NSComparisonPredicate.Modifier, isNegated: Bool)?
    {
        if takeKeyword("ANY") || takeKeyword("SOME") { return (.any, false) }
        if takeKeyword("ALL") { return (.all, false) }
        if takeKeyword("NONE") { return (.any, true) }
        return nil
    }

    private static let symbolOperators: [String: NSComparisonPredicate.Operator] = [
        "=": .equalTo, "==": .equalTo, "!=": .notEqualTo, "<>": .notEqualTo,
        "<": .lessThan, "<=": .lessThanOrEqualTo, "=<": .lessThanOrEqualTo,
        ">": .greaterThan, ">=": .greaterThanOrEqualTo, "=>": .greaterThanOrEqualTo,
    ]

    static let keywordOperators: [String: NSComparisonPredicate.Operator] = [
        "IN": .in, "BETWEEN": .between, "BEGINSWITH": .beginsWith, "ENDSWITH": .endsWith,
        "CONTAINS": .contains, "LIKE": .like, "MATCHES": .matches,
    ]

    private mutating func takeOperator() throws -> NSComparisonPredicate.Operator? {
        switch current.kind {
        case .symbol(let symbol):
            guard let type = Self.symbolOperators[symbol] else { return nil }
            index += 1
            return type
        case .identifier(let word, isEscaped: false):
            guard let type = Self.keywordOperators[word.uppercased()] else { return nil }
            index += 1
            return type
        default:
            return nil
        }
    }

    private mutating func takeOptions(
        for type: NSComparisonPredicate.Operator
    ) throws -> NSComparisonPredicate.Options {
        guard takeSymbol("[") else { return [] }
        guard case .identifier(let letters, _) = current.kind else {
            throw error("the options c, d or n are expected")
        }
        var options: NSComparisonPredicate.Options = []
        for letter in letters.lowercased() {
            switch letter {
            case "c": options.insert(.caseInsensitive)
            case "d": options.insert(.diacriticInsensitive)
            case "n": options.insert(.normalized)
            default: throw error("'\(letter)' is not an option; use c, d or n")
            }
        }
        index += 1
        try expectSymbol("]")
        return options
    }
}

// MARK: - Tokens

extension PredicateParser {
    var current: PredicateLexer.Token { tokens[index] }

    func error(_ message: String, at position: Int? = nil) -> PredicateFormatError {
        PredicateFormatError(
            message: message, format: format, position: position ?? current.position)
    }

    func isSymbol(_ symbol: String) -> Bool {
        if case .symbol(symbol) = current.kind { true } else { false }
    }

    mutating func takeSymbol(_ symbol: String) -> Bool {
        guard isSymbol(symbol) else { return false }
        index += 1
        return true
    }

    mutating func expectSymbol(_ symbol: String) throws {
        guard takeSymbol(symbol) else { throw error("'\(symbol)' is expected") }
    }

    func isKeyword(_ keyword: String) -> Bool {
        guard case .identifier(let word, isEscaped: false) = current.kind else { return false }
        return word.uppercased() == keyword
    }

    mutating func takeKeyword(_ keyword: String) -> Bool {
        guard isKeyword(keyword) else { return false }
        index += 1
        return true
    }

    func predicate(_ item: Item) throws -> NSPredicate {
        switch item {
        case .predicate(let predicate): return predicate
        case .expression: throw error("a comparison operator is expected")
        }
    }

    func expression(_ item: Item, at position: Int) throws -> NSExpression {
        switch item {
        case .expression(let expression): return expression
        case .predicate: throw error("a value is expected, but this is a predicate", at: position)
        }
    }

    /// Parses a part that is nested in another one.
    mutating func nested(_ part: (inout PredicateParser) throws -> Item) throws -> Item {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else {
            throw error("the predicate nests deeper than \(Self.maximumDepth) levels")
        }
        return try part(&self)
    }

    private func expectEnd() throws {
        guard case .end = current.kind else { throw error("AND, OR or the end is expected") }
    }
}
