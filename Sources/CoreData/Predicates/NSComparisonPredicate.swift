import Foundation

/// A predicate that compares two expressions.
///
/// As with `NSExpression`, Foundation's class of this name cannot be made on Linux; this is Apple's
/// API once more, without custom selectors, which Swift has none of there.
public final class NSComparisonPredicate: NSPredicate {
    /// How the comparison is done.
    public let predicateOperatorType: Operator
    /// Whether the left side is one value, or a collection of which all or any have to compare.
    public let comparisonPredicateModifier: Modifier
    /// The left side.
    public let leftExpression: NSExpression
    /// The right side.
    public let rightExpression: NSExpression
    /// What text comparisons overlook.
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
            fatalError("MATCHES needs a regular expression, and \(rhs) is none: \(error)")
        }
    }

    /// Comparisons are not archived: `nil`, as for an archive that cannot be read.
    public required init?(coder: NSCoder) {
        nil
    }

    /// What is wrong with the constant pattern of a MATCHES; `nil` when nothing is.
    static func patternError(
        _ type: Operator, _ pattern: NSExpression, _ options: Options
    ) -> (any Error)? {
        // ICU refuses the empty pattern, which matches the empty text.
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

    /// The comparison in the format language. Constants that it has no words for are described.
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

    /// How two values are compared.
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

    /// What text comparisons overlook.
    public struct Options: OptionSet, Hashable, Sendable {
        /// One bit for each option.
        public let rawValue: UInt

        /// Makes the options that some bits stand for.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// `[c]`
        public static let caseInsensitive = Options(rawValue: 1)
        /// `[d]`
        public static let diacriticInsensitive = Options(rawValue: 2)
        /// `[n]`: the text is normalized already. Comparisons are literal anyway.
        public static let normalized = Options(rawValue: 4)
    }
}
