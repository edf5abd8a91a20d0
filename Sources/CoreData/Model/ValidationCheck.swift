import Foundation

/// One condition on a value that is not nil: a bound, a pattern or a predicate.
// @unchecked: predicates do not change once they are made.
struct ValidationCheck: @unchecked Sendable {
    private enum Condition {
        case minimum(AttributeBounds.Bound)
        case maximum(AttributeBounds.Bound)
        case pattern(String)
        case predicate
    }

    private let condition: Condition
    /// The condition in the form of Apple's framework, for the error.
    let predicate: NSPredicate
    /// Cocoa's code of the error.
    let code: Int
    /// The description of the error.
    let text: String

    /// Makes a check from a predicate of the model's author.
    init(_ predicate: NSPredicate, warning: String) {
        self.init(.predicate, predicate, NSManagedObjectValidationError, warning)
    }

    private init(_ condition: Condition, _ predicate: NSPredicate, _ code: Int, _ text: String) {
        self.condition = condition
        self.predicate = predicate
        self.code = code
        self.text = text
    }

    /// The author's text, or the number of an error code, as Apple's framework returns for bounds.
    var warning: Any {
        code == NSManagedObjectValidationError ? text : NSNumber(value: code)
    }

    static func checks(of bounds: AttributeBounds) -> [ValidationCheck] {
        var checks: [ValidationCheck] = []
        if let bound = bounds.minimum {
            checks.append(
                ValidationCheck(
                    .minimum(bound), bound.predicate(">="), bound.code(isMinimum: true),
                    "the least is \(bound.text)"))
        }
        if let bound = bounds.maximum {
            checks.append(
                ValidationCheck(
                    .maximum(bound), bound.predicate("<="), bound.code(isMinimum: false),
                    "the most is \(bound.text)"))
        }
        if let pattern = bounds.pattern {
            checks.append(
                ValidationCheck(
                    .pattern(pattern), NSPredicate(format: "SELF MATCHES %@", pattern),
                    NSValidationStringPatternMatchingError, "it does not match \(pattern)"))
        }
        return checks
    }

    /// Whether a value satisfies the condition; a value of another type than the bound's does not.
    func holds(_ value: Any) -> Bool {
        switch condition {
        case .predicate: predicate.evaluate(with: value)
        case .pattern(let pattern):
            (value as? String).map {
                RegularExpressions.matches($0, pattern: pattern, options: [])
            } ?? false
        case .minimum(let bound): bound.order(of: value).map { $0 != .orderedAscending } ?? false
        case .maximum(let bound): bound.order(of: value).map { $0 != .orderedDescending } ?? false
        }
    }

    /// The range that checks of integers allow together; `nil` if a check is of another kind.
    static func integerRange(_ checks: [ValidationCheck]) -> ClosedRange<Int64>? {
        var low = Int64.min
        var high = Int64.max
        for check in checks {
            switch check.condition {
            case .minimum(.integer(let bound)): low = max(low, bound)
            case .maximum(.integer(let bound)): high = min(high, bound)
            default: return nil
            }
        }
        return low <= high ? low...high : nil
    }
}

extension AttributeBounds.Bound {
    /// The order of a value and the bound; `nil` if the value has another type.
    fileprivate func order(of value: Any) -> ComparisonResult? {
        switch self {
        case .integer(let bound):
            (value as? NSNumber).map { ComparisonResult($0.int64Value, bound) }
        case .real(let bound):
            (value as? NSNumber).map { ComparisonResult($0.nearestDouble, bound) }
        case .decimal(let bound):
            (value as? NSNumber).map { ComparisonResult($0.decimalValue, bound) }
        case .date(let bound): (value as? Date).map { ComparisonResult($0, bound) }
        // Cocoa's length of a string is its number of UTF-16 units.
        case .length(let bound):
            (value as? String).map { ComparisonResult($0.utf16.count, bound) }
        }
    }

    fileprivate func predicate(_ comparison: String) -> NSPredicate {
        switch self {
        case .integer(let bound):
            NSPredicate(format: "SELF \(comparison) %@", NSNumber(value: bound))
        case .real(let bound):
            NSPredicate(format: "SELF \(comparison) %@", NSNumber(value: bound))
        case .decimal(let bound):
            NSPredicate(format: "SELF \(comparison) %@", NSDecimalNumber(decimal: bound))
        case .date(let bound): NSPredicate(format: "SELF \(comparison) %@", bound)
        case .length(let bound):
            NSPredicate(format: "length \(comparison) %@", NSNumber(value: bound))
        }
    }

    fileprivate func code(isMinimum: Bool) -> Int {
        switch self {
        case .date: isMinimum ? NSValidationDateTooSoonError : NSValidationDateTooLateError
        case .length: isMinimum ? NSValidationStringTooShortError : NSValidationStringTooLongError
        default: isMinimum ? NSValidationNumberTooSmallError : NSValidationNumberTooLargeError
        }
    }

    fileprivate var text: String {
        switch self {
        case .integer(let bound): "\(bound)"
        case .real(let bound): "\(bound)"
        case .decimal(let bound): "\(bound)"
        case .date(let bound): "\(bound)"
        case .length(let bound): "\(bound) characters"
        }
    }
}
