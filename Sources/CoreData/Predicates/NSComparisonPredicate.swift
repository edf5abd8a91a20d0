import Foundation

/// A predicate that compares two expressions.
///
/// As with `NSExpression`, Foundation's class of this name cannot be instantiated on Linux. This
/// one has Apple's API, without custom selectors, which Swift lacks there.
public final class NSComparisonPredicate: NSPredicate {
    /// The comparison operator.
    public let predicateOperatorType: Operator
    /// Whether the left side is one value, or a collection of which all or any must compare.
    public let comparisonPredicateModifier: Modifier
    /// The left side.
    public let leftExpression: NSExpression
    /// The right side.
    public let rightExpression: NSExpression
    /// The differences that text comparisons ignore.
    public let options: Options

    /// Makes a comparison.
    ///
    /// - Precondition: the pattern of a `.matches` with a constant right side is well-formed.
    public init(
        leftExpression lhs: NSExpression, rightExpression rhs: NSExpression, modifier: Modifier,
        type: Operator, options: Options = []
    ) {
        leftExpression = lhs
        rightExpression = rhs
        comparisonPredicateModifier = modifier
        predicateOperatorType = type
        self.options = options
        super.init(value: false)
        if let error = Self.patternError(type, rhs, options) {
            fatalError("MATCHES needs a valid regular expression, not \(rhs): \(error)")
        }
    }

    /// Returns `nil`, as for an unreadable archive: comparisons are not archived.
    public required init?(coder: NSCoder) {
        nil
    }

    /// The error in a constant pattern of MATCHES; `nil` if it has none.
    static func patternError(
        _ type: Operator, _ pattern: NSExpression, _ options: Options
    ) -> (any Error)? {
        // The empty pattern matches the empty text, although ICU refuses it.
        guard type == .matches, case .constant(let value) = pattern.node,
            let text = PredicateValue(value).text, !text.isEmpty
        else { return nil }
        do {
            _ = try RegularExpressions.regularExpression(text, options: options)
            return nil
        } catch {
            return error
        }
    }

    public override func evaluate(with object: Any?) -> Bool {
        evaluate(with: object, substitutionVariables: nil)
    }

    public override func evaluate(
        with object: Any?, substitutionVariables bindings: [String: Any]?
    ) -> Bool {
        PredicateEvaluator(object: object, variables: bindings ?? [:]).holds(self)
    }

    /// The comparison in the format language; constants without literals are described.
    public override var predicateFormat: String {
        PredicateFormatPrinter.format(of: self)
    }

    public override var description: String { predicateFormat }

    public override func copy(with zone: NSZone? = nil) -> Any { self }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSComparisonPredicate else { return false }
        return predicateOperatorType == other.predicateOperatorType
            && comparisonPredicateModifier == other.comparisonPredicateModifier
            && options == other.options
            && leftExpression == other.leftExpression
            && rightExpression == other.rightExpression
    }

    public override var hash: Int { predicateFormat.hashValue }
}

extension NSComparisonPredicate {
    /// Whether the left side is one value or many.
    public enum Modifier: UInt, Sendable {
        case direct = 0
        case all = 1
        case any = 2
    }

    /// The comparison operators.
    public enum Operator: UInt, Sendable {
        case lessThan = 0
        case lessThanOrEqualTo = 1
        case greaterThan = 2
        case greaterThanOrEqualTo = 3
        case equalTo = 4
        case notEqualTo = 5
        case matches = 6
        case like = 7
        case beginsWith = 8
        case endsWith = 9
        case `in` = 10
        case contains = 99
        case between = 100
    }

    /// The differences that text comparisons ignore.
    public struct Options: OptionSet, Hashable, Sendable {
        /// One bit for each option.
        public let rawValue: UInt

        /// Makes the options from their bits.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// `[c]`: ignores case.
        public static let caseInsensitive = Options(rawValue: 1)
        /// `[d]`: ignores diacritics.
        public static let diacriticInsensitive = Options(rawValue: 2)
        /// `[n]`: the text is already normalized; has no effect, because comparisons are literal.
        public static let normalized = Options(rawValue: 4)
    }
}
