import Foundation

/// A function of the predicate language, with its name for `NSExpression(forFunction:arguments:)`.
///
/// Memory and store share the bodies: the SQL function `coredata_call` runs the same closure. The
/// result is `nil` if an argument is `nil` or of the wrong kind.
struct PredicateFunction: Sendable {
    enum Kind: Sendable {
        case number
        case text
        case date
    }

    let name: String
    let arity: Int
    /// The kind of the results, which the translator to SQL must know before any value.
    let kind: Kind
    let body: @Sendable ([PredicateValue]) -> PredicateValue

    /// Applies the function.
    func callAsFunction(_ arguments: [PredicateValue]) -> PredicateValue {
        arguments.count == arity && !arguments.contains(where: \.isNull) ? body(arguments) : .null
    }

    /// The function with this name, in Cocoa's notation (`abs:`) or the format's (`abs`).
    static func named(_ name: String) -> PredicateFunction? {
        byName[name] ?? byName[name + ":"]
    }

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    private static let all: [PredicateFunction] =
        arithmetic + bitwise + mathematics + texts + [
            PredicateFunction(name: "now", arity: 0, kind: .date) { _ in
                .date(PredicateClock.now().timeIntervalSinceReferenceDate)
            }
        ]

    private static let arithmetic = [
        number("add:to:", { $0.addingReportingOverflow($1) }, { $0 + $1 }),
        number("from:subtract:", { $0.subtractingReportingOverflow($1) }, { $0 - $1 }),
        number("multiply:by:", { $0.multipliedReportingOverflow(by: $1) }, { $0 * $1 }),
        number("divide:by:", { $0.dividedReportingOverflow(by: $1) }, { $0 / $1 }),
        number(
            "modulus:by:", { $0.remainderReportingOverflow(dividingBy: $1) },
            { $0.truncatingRemainder(dividingBy: $1) }),
        PredicateFunction(name: "raise:toPower:", arity: 2, kind: .number) { arguments in
            guard let base = arguments[0].doubleValue, let power = arguments[1].doubleValue else {
                return .null
            }
            return .real(pow(base, power))
        },
    ]

    private static let bitwise = [
        bits("bitwiseAnd:with:") { $0 & $1 },
        bits("bitwiseOr:with:") { $0 | $1 },
        bits("bitwiseXor:with:") { $0 ^ $1 },
        bits("leftshift:by:") { $0 << $1 },
        bits("rightshift:by:") { $0 >> $1 },
        PredicateFunction(name: "onesComplement:", arity: 1, kind: .number) { arguments in
            if case .integer(let number) = arguments[0] { .integer(~number) } else { .null }
        },
    ]

    private static let mathematics = [
        real("sqrt:") { $0.squareRoot() },
        real("log:") { log10($0) },
        real("ln:") { Foundation.log($0) },
        real("exp:") { Foundation.exp($0) },
        rounding("floor:", .down),
        rounding("ceiling:", .up),
        rounding("trunc:", .towardZero),
        PredicateFunction(name: "abs:", arity: 1, kind: .number) { arguments in
            switch arguments[0] {
            // Int64 cannot hold 2^63.
            case .integer(.min): .double(0x1p63)
            case .integer(let number): .integer(Swift.abs(number))
            case .double(let number): .double(Swift.abs(number))
            default: .null
            }
        },
    ]

    private static let texts = [
        text("uppercase:", .text) { .text($0.uppercased()) },
        text("lowercase:", .text) { .text($0.lowercased()) },
        text("canonical:", .text) { .text($0.precomposedStringWithCanonicalMapping) },
        text("length:", .number) { .integer(Int64($0.utf16.count)) },
    ]

    /// Arithmetic by SQLite's rules, which for whole numbers are also `NSExpression`'s.
    ///
    /// Whole numbers stay whole; the result of an overflow or a fraction is a double, and that of a
    /// division by zero is `nil`.
    private static func number(
        _ name: String,
        _ whole: @escaping @Sendable (Int64, Int64) -> (partialValue: Int64, overflow: Bool),
        _ real: @escaping @Sendable (Double, Double) -> Double
    ) -> PredicateFunction {
        let divides = name == "divide:by:" || name == "modulus:by:"
        return PredicateFunction(name: name, arity: 2, kind: .number) { arguments in
            guard let left = arguments[0].doubleValue, let right = arguments[1].doubleValue else {
                return .null
            }
            if divides, right == 0 { return .null }
            if case .integer(let left) = arguments[0], case .integer(let right) = arguments[1] {
                let (value, overflow) = whole(left, right)
                if !overflow { return .integer(value) }
            }
            return .real(real(left, right))
        }
    }

    private static func bits(
        _ name: String, _ body: @escaping @Sendable (Int64, Int64) -> Int64
    ) -> PredicateFunction {
        PredicateFunction(name: name, arity: 2, kind: .number) { arguments in
            guard case .integer(let left) = arguments[0], case .integer(let right) = arguments[1]
            else { return .null }
            return .integer(body(left, right))
        }
    }

    private static func real(
        _ name: String, _ body: @escaping @Sendable (Double) -> Double
    ) -> PredicateFunction {
        PredicateFunction(name: name, arity: 1, kind: .number) { arguments in
            arguments[0].doubleValue.map { .real(body($0)) } ?? .null
        }
    }

    private static func rounding(
        _ name: String, _ rule: FloatingPointRoundingRule
    ) -> PredicateFunction {
        PredicateFunction(name: name, arity: 1, kind: .number) { arguments in
            switch arguments[0] {
            case .integer: arguments[0]
            case .double(let number): .double(number.rounded(rule))
            default: .null
            }
        }
    }

    private static func text(
        _ name: String, _ kind: Kind, _ body: @escaping @Sendable (String) -> PredicateValue
    ) -> PredicateFunction {
        PredicateFunction(name: name, arity: 1, kind: kind) { arguments in
            arguments[0].text.map(body) ?? .null
        }
    }
}
