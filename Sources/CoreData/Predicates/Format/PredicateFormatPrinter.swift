import Foundation

/// Writes predicates and expressions in the format language, so that the parser can read them.
///
/// Dates become a CAST of their seconds. Objects, UUIDs, URLs and data have no literals: their
/// descriptions are quoted, for logs only.
package struct PredicateFormatPrinter {
    private(set) var text = ""

    /// The format of a predicate, including Foundation's compounds and constants.
    package static func format(of predicate: NSPredicate) -> String {
        var printer = PredicateFormatPrinter()
        printer.print(predicate)
        return printer.text
    }

    mutating func print(_ predicate: NSPredicate) {
        switch predicate {
        case let comparison as NSComparisonPredicate: print(comparison)
        case let compound as NSCompoundPredicate: print(compound)
        case _ where predicate.isEqual(NSPredicate(value: true)): text += "TRUEPREDICATE"
        case _ where predicate.isEqual(NSPredicate(value: false)): text += "FALSEPREDICATE"
        default: text += "BLOCKPREDICATE"
        }
    }

    private mutating func print(_ compound: NSCompoundPredicate) {
        let parts = compound.subpredicates
        switch compound.compoundPredicateType {
        case .not:
            text += "NOT "
            printNested(parts[0])
        case .and, .or:
            let isAnd = compound.compoundPredicateType == .and
            guard !parts.isEmpty else {
                text += isAnd ? "TRUEPREDICATE" : "FALSEPREDICATE"
                return
            }
            for (index, part) in parts.enumerated() {
                if index > 0 { text += isAnd ? " AND " : " OR " }
                printNested(part)
            }
        }
    }

    private mutating func printNested(_ predicate: NSPredicate) {
        guard predicate is NSCompoundPredicate else { return print(predicate) }
        text += "("
        print(predicate)
        text += ")"
    }

    private mutating func print(_ comparison: NSComparisonPredicate) {
        switch comparison.comparisonPredicateModifier {
        case .direct: break
        case .all: text += "ALL "
        case .any: text += "ANY "
        }
        print(comparison.leftExpression)
        text += " \(comparison.predicateOperatorType.word)"
        var letters = ""
        if comparison.options.contains(.caseInsensitive) { letters += "c" }
        if comparison.options.contains(.diacriticInsensitive) { letters += "d" }
        if comparison.options.contains(.normalized) { letters += "n" }
        text += letters.isEmpty ? " " : "[\(letters)] "
        print(comparison.rightExpression)
    }

    private static let infix: [String: String] = [
        "add:to:": "+", "from:subtract:": "-", "multiply:by:": "*", "divide:by:": "/",
        "raise:toPower:": "**", "bitwiseAnd:with:": "&", "bitwiseOr:with:": "|",
        "bitwiseXor:with:": "^", "leftshift:by:": "<<", "rightshift:by:": ">>",
    ]

    mutating func print(_ expression: NSExpression) {
        switch expression.node {
        case .constant(let value): printConstant(value)
        case .evaluatedObject: text += "SELF"
        case .variable(let name): text += "$\(name)"
        case .keyPath(let path): print(path)
        case .valueForKeyPath(let base, let path):
            printOperand(base)
            text += "."
            print(path)
        case .index(let base, let index):
            printOperand(base)
            print(index)
        case .function(let function, let arguments): print(function, arguments)
        case .collection(let aggregate, let argument):
            text += String(aggregate.functionName.dropLast())
            printList([argument], "(", ")")
        case .cast(let value, let type):
            text += "CAST("
            print(value)
            text += ", \"\(type.rawValue)\")"
        case .aggregate(let parts): printList(parts, "{", "}")
        case .sets(let operation, let left, let right):
            printOperand(left)
            text += " \(operation.rawValue) "
            printOperand(right)
        case .subquery(let collection, let variable, let predicate):
            text += "SUBQUERY("
            print(collection)
            text += ", $\(variable), "
            print(predicate)
            text += ")"
        case .conditional(let predicate, let left, let right):
            text += "TERNARY("
            print(predicate)
            text += ", "
            print(left)
            text += ", "
            print(right)
            text += ")"
        case .block(_, let arguments):
            text += "BLOCK"
            printList(arguments, "(", ")")
        }
    }

    private mutating func print(_ function: PredicateFunction, _ arguments: [NSExpression]) {
        if let symbol = Self.infix[function.name] {
            printOperand(arguments[0])
            text += " \(symbol) "
            printOperand(arguments[1])
        } else if function.name == "onesComplement:" {
            text += "~"
            printOperand(arguments[0])
        } else if arguments.count > 1 {
            text += function.name
            printList(arguments, "(", ")")
        } else {
            text += function.name.replacing(":", with: "")
            printList(arguments, "(", ")")
        }
    }

    /// Prints an operand, in parentheses if an operator would take it apart.
    private mutating func printOperand(_ expression: NSExpression) {
        let needsParentheses =
            switch expression.node {
            case .function(let function, _):
                Self.infix[function.name] != nil || function.name == "onesComplement:"
            case .sets: true
            case .constant(let value): (value as? NSNumber).map { $0.doubleValue < 0 } ?? false
            default: false
            }
        if needsParentheses { text += "(" }
        print(expression)
        if needsParentheses { text += ")" }
    }

    private mutating func printList(_ parts: [NSExpression], _ open: String, _ close: String) {
        text += open
        for (index, part) in parts.enumerated() {
            if index > 0 { text += ", " }
            print(part)
        }
        text += close
    }

    private mutating func print(_ index: NSExpression.Index) {
        text += "["
        switch index {
        case .at(let expression): print(expression)
        case .first: text += "FIRST"
        case .last: text += "LAST"
        case .size: text += "SIZE"
        }
        text += "]"
    }

    /// Prints a path, and escapes a first key that is also a keyword.
    private mutating func print(_ path: PropertyPath) {
        if let first = path.components.first, PredicateParser.isReserved(first) { text += "#" }
        text += path.text
    }
}

// MARK: - Constants

extension PredicateFormatPrinter {
    private mutating func printConstant(_ value: Any?) {
        switch PredicateValue(value) {
        case .null: text += "nil"
        case .integer(let number): text += String(number)
        case .double(let number): text += String(number)
        case .text(let string): printQuoted(string)
        case .date(let seconds): text += "CAST(\(seconds), \"NSDate\")"
        case .uuid(let uuid): printQuoted(uuid.uuidString)
        case .url(let string): printQuoted(string)
        case .data(let data): printQuoted("\(data.count) bytes")
        case .object(let object): printQuoted(object.description)
        case .opaque(let value): printQuoted("\(value)")
        case .collection(let elements):
            printList(elements.map { NSExpression(.constant(unwrapped($0))) }, "{", "}")
        }
    }

    private mutating func printQuoted(_ string: String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}

extension NSComparisonPredicate.Operator {
    /// The operator's word in a format.
    var word: String {
        switch self {
        case .lessThan: "<"
        case .lessThanOrEqualTo: "<="
        case .greaterThan: ">"
        case .greaterThanOrEqualTo: ">="
        case .equalTo: "=="
        case .notEqualTo: "!="
        case .matches: "MATCHES"
        case .like: "LIKE"
        case .beginsWith: "BEGINSWITH"
        case .endsWith: "ENDSWITH"
        case .in: "IN"
        case .contains: "CONTAINS"
        case .between: "BETWEEN"
        }
    }
}
