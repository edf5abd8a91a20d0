import Foundation

/// The functions that every connection must register, all in UTF-8.
///
/// They call the functions of predicates in memory, so that both give the same answers. `options`
/// is the raw value of `NSComparisonPredicate.Options`. The result for NULL is NULL.
package enum SQLFunctions {
    package static let all: [SQLFunction] = [
        fold, beginsWith, endsWith, like, matches, call, float,
    ]

    /// `coredata_fold(text, options)`: the text without case or diacritics.
    private static let fold = SQLFunction(
        name: "coredata_fold", argumentCount: 2, isDeterministic: true
    ) { arguments in
        guard let text = arguments[0].text, case .integer(let options) = arguments[1] else {
            return .null
        }
        return .text(text.folded(.init(rawValue: UInt(options))))
    }

    /// `coredata_begins_with(text, prefix)`; the caller folds.
    private static let beginsWith = test("coredata_begins_with") { $0.hasBytePrefix($1) }

    /// `coredata_ends_with(text, suffix)`; the caller folds.
    private static let endsWith = test("coredata_ends_with") { $0.hasByteSuffix($1) }

    /// `coredata_like(text, pattern)`; the caller folds.
    private static let like = test("coredata_like") { LikePattern($1).matches($0) }

    /// `coredata_matches(text, pattern, options)`: a regular expression.
    private static let matches = SQLFunction(
        name: "coredata_matches", argumentCount: 3, isDeterministic: true
    ) { arguments in
        guard let text = arguments[0].text, let pattern = arguments[1].text,
            case .integer(let options) = arguments[2]
        else { return .null }
        let matches = RegularExpressions.matches(
            text, pattern: pattern, options: .init(rawValue: UInt(options)))
        return .integer(matches ? 1 : 0)
    }

    /// `coredata_call(name, argument, …)`: a function of the predicate language.
    private static let call = SQLFunction(
        name: "coredata_call", argumentCount: -1, isDeterministic: true
    ) { arguments in
        guard let name = arguments.first?.text, let function = PredicateFunction.named(name) else {
            return .null
        }
        return SQLBinding(function(arguments.dropFirst().map(\.predicateValue))) ?? .null
    }

    /// `coredata_float(number)`: the nearest number of single precision, as an attribute of that
    /// type holds it.
    private static let float = SQLFunction(
        name: "coredata_float", argumentCount: 1, isDeterministic: true
    ) { arguments in
        arguments[0].predicateValue.doubleValue.map { .double(Double(Float($0))) } ?? .null
    }

    private static func test(
        _ name: String, _ body: @escaping @Sendable (String, String) -> Bool
    ) -> SQLFunction {
        SQLFunction(name: name, argumentCount: 2, isDeterministic: true) { arguments in
            guard let left = arguments[0].text, let right = arguments[1].text else { return .null }
            return .integer(body(left, right) ? 1 : 0)
        }
    }
}
