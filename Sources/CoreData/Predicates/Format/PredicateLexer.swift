import Foundation

/// Splits a predicate format into tokens, and inserts the arguments.
struct PredicateLexer {
    private let format: String
    private let scalars: [Unicode.Scalar]
    private let arguments: [Any]
    private var position = 0
    private var usedArguments = 0

    /// The longest first: `<=` must not be read as `<`.
    private static let symbols = [
        "**", "==", "=<", "=>", "!=", "<>", "<=", ">=", "<<", ">>", "&&", "||",
        "=", "<", ">", "!", "+", "-", "*", "/", "&", "|", "^", "~",
        "(", ")", "{", "}", "[", "]", ",", ".",
    ].map { (text: $0, scalars: Array($0.unicodeScalars)) }

    /// - Parameter arguments: the values for the conversions in the format, in order.
    static func tokens(_ format: String, arguments: [Any]) throws -> [Token] {
        var lexer = PredicateLexer(format, arguments)
        var tokens: [Token] = []
        while true {
            let token = try lexer.next()
            tokens.append(token)
            if case .end = token.kind { break }
        }
        return tokens
    }

    private init(_ format: String, _ arguments: [Any]) {
        self.format = format
        self.scalars = Array(format.unicodeScalars)
        self.arguments = arguments
    }

    private mutating func next() throws -> Token {
        while let scalar = current, scalar.properties.isWhitespace { position += 1 }
        let start = position
        return Token(kind: try kind(), position: start)
    }

    private mutating func kind() throws -> Token.Kind {
        guard let scalar = current else { return .end }
        switch scalar {
        case "'", "\"": return .text(try text(quotedBy: scalar))
        case "%": return try argument()
        case "$": return .variable(try name("a variable's name", after: 1))
        case "#": return .identifier(try name("a key", after: 1), isEscaped: true)
        case "@":
            return .collectionOperator("@" + (try name("a collection operator's name", after: 1)))
        case "0"..."9": return try number()
        case "." where isDigit(at: position + 1): return try number()
        case _ where Self.isNameStart(scalar):
            return .identifier(try name("a name", after: 0), isEscaped: false)
        default:
            for symbol in Self.symbols where scalars[position...].starts(with: symbol.scalars) {
                position += symbol.scalars.count
                return .symbol(symbol.text)
            }
            throw error("'\(scalar)' is not valid in a predicate", at: position)
        }
    }

    private var current: Unicode.Scalar? {
        position < scalars.count ? scalars[position] : nil
    }

    private func isDigit(at index: Int) -> Bool {
        index < scalars.count && ("0"..."9").contains(scalars[index])
    }

    private func error(_ message: String, at position: Int) -> PredicateFormatError {
        PredicateFormatError(message: message, format: format, position: position)
    }

    private static func isNameStart(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "_" || scalar.properties.isAlphabetic
    }

    private mutating func name(_ what: String, after skipped: Int) throws -> String {
        let start = position
        position += skipped
        guard let first = current, Self.isNameStart(first) else {
            throw error("\(what) is missing", at: start)
        }
        var name = String.UnicodeScalarView()
        while let scalar = current,
            Self.isNameStart(scalar) || scalar.properties.numericType != nil
                || scalar.properties.generalCategory == .nonspacingMark
        {
            name.append(scalar)
            position += 1
        }
        // `canonical:(name)`, as Xcode writes calls in derivations.
        if current == ":", position + 1 < scalars.count, scalars[position + 1] == "(" {
            position += 1
        }
        return String(name)
    }
}

// MARK: - Literals

extension PredicateLexer {
    private mutating func text(quotedBy quote: Unicode.Scalar) throws -> String {
        let start = position
        position += 1
        var text = String.UnicodeScalarView()
        while let scalar = current {
            position += 1
            switch scalar {
            case quote: return String(text)
            case "\\": text.append(try escaped(textStart: start))
            default: text.append(scalar)
            }
        }
        throw error("the text that begins here has no closing \(quote)", at: start)
    }

    private mutating func escaped(textStart: Int) throws -> Unicode.Scalar {
        guard let scalar = current else {
            throw error("the text that begins here has no closing quote", at: textStart)
        }
        position += 1
        switch scalar {
        case "n": return "\n"
        case "t": return "\t"
        case "r": return "\r"
        case "0": return "\0"
        case "a": return "\u{7}"
        case "b": return "\u{8}"
        case "f": return "\u{C}"
        case "v": return "\u{B}"
        case "x": return try scalarNumber(digits: 2)
        case "u": return try scalarNumber(digits: 4)
        case "U": return try scalarNumber(digits: 8)
        default: return scalar
        }
    }

    private mutating func scalarNumber(digits: Int) throws -> Unicode.Scalar {
        let start = position
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars[position..<min(position + digits, scalars.count)])
        guard text.count == digits, let number = UInt32(String(text), radix: 16),
            let scalar = Unicode.Scalar(number)
        else {
            throw error("\(digits) hexadecimal digits of a character are expected", at: start)
        }
        position += digits
        return scalar
    }

    private mutating func number() throws -> Token.Kind {
        let start = position
        if current == "0", position + 1 < scalars.count,
            let radix = ["x": 16, "X": 16, "o": 8, "b": 2][scalars[position + 1]]
        {
            position += 2
            let digits = take { Character($0).isHexDigit }
            guard let value = Int64(digits, radix: radix) else {
                throw error("a whole number to base \(radix) is expected", at: start)
            }
            return .integer(value)
        }
        var text = take { ("0"..."9").contains($0) }
        var isWhole = true
        if current == ".", isDigit(at: position + 1) {
            position += 1
            text += "." + take { ("0"..."9").contains($0) }
            isWhole = false
        }
        if current == "e" || current == "E" {
            let sign =
                position + 1 < scalars.count && "+-".unicodeScalars.contains(scalars[position + 1])
            if isDigit(at: position + (sign ? 2 : 1)) {
                text += "e" + (sign ? String(scalars[position + 1]) : "")
                position += sign ? 2 : 1
                text += take { ("0"..."9").contains($0) }
                isWhole = false
            }
        }
        if isWhole, let value = Int64(text) { return .integer(value) }
        guard let value = Double(text.hasPrefix(".") ? "0" + text : text) else {
            throw error("'\(text)' is not a number", at: start)
        }
        return .double(value)
    }

    private mutating func take(while isPart: (Unicode.Scalar) -> Bool) -> String {
        var text = String.UnicodeScalarView()
        while let scalar = current, isPart(scalar) {
            text.append(scalar)
            position += 1
        }
        return String(text)
    }
}

// MARK: - Arguments

extension PredicateLexer {
    /// Reads a conversion (`%@`, `%K`, `%ld`, …) and takes its argument.
    private mutating func argument() throws -> Token.Kind {
        let start = position
        position += 1
        let length = take { "hlqztjL".unicodeScalars.contains($0) }
        guard let conversion = current else {
            throw error("a conversion is expected after '%'", at: start)
        }
        position += 1
        guard "@KdDiuUxXoOcCfFeEgGaAsS".unicodeScalars.contains(conversion) else {
            throw error("'%\(length)\(conversion)' is not a conversion", at: start)
        }
        guard usedArguments < arguments.count else {
            throw error(
                "argument \(usedArguments + 1) is missing; \(arguments.count) were given",
                at: start)
        }
        let value = unwrapped(arguments[usedArguments])
        usedArguments += 1
        func mismatch(_ expected: String) -> PredicateFormatError {
            error(
                "argument \(usedArguments) is "
                    + (value.map { "of type \(type(of: $0))" } ?? "nil")
                    + ", but %\(length)\(conversion) takes \(expected)", at: start)
        }
        switch conversion {
        case "@": return .value(value)
        case "K":
            guard let path = value as? String, !path.isEmpty else { throw mismatch("a key path") }
            return .keyPath(path)
        case "s", "S":
            guard let text = value as? String else { throw mismatch("a String") }
            return .text(text)
        case "f", "F", "e", "E", "g", "G", "a", "A":
            guard let number = PredicateValue(value).doubleValue else { throw mismatch("a number") }
            return .double(number)
        default:
            guard case .integer(let number) = PredicateValue(value) else {
                throw mismatch("a whole number")
            }
            return .integer(number)
        }
    }
}

extension PredicateLexer {
    /// A token of the predicate language, with its position in the format.
    struct Token {
        enum Kind {
            /// A keyword, a part of a key path or a function's name; `#name` is never a keyword.
            case identifier(String, isEscaped: Bool)
            /// `@count`
            case collectionOperator(String)
            /// `$name`
            case variable(String)
            case text(String)
            case integer(Int64)
            case double(Double)
            /// The argument of a `%@` or another conversion for values.
            case value(Any?)
            /// The argument of a `%K`.
            case keyPath(String)
            case symbol(String)
            case end
        }

        let kind: Kind
        /// In Unicode scalars from the format's start.
        let position: Int
    }
}
