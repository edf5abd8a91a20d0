import Foundation

/// A compound as the format parser makes it, whose format can be read back.
///
/// Foundation's `NSCompoundPredicate` works as a container everywhere, but on Linux its
/// `predicateFormat` is that of a constant, and its `evaluate` does not know our predicates.
final class FormatCompoundPredicate: NSCompoundPredicate {
    override init(type: LogicalType, subpredicates: [NSPredicate]) {
        super.init(type: type, subpredicates: subpredicates)
    }

    /// Returns `nil`, because Foundation on Linux cannot read compounds from an archive either.
    required init?(coder: NSCoder) {
        nil
    }

    override func evaluate(
        with object: Any?, substitutionVariables bindings: [String: Any]?
    ) -> Bool {
        PredicateEvaluator(object: object, variables: bindings ?? [:]).holds(self)
    }

    override var predicateFormat: String {
        PredicateFormatPrinter.format(of: self)
    }

    override var description: String { predicateFormat }

    override func copy(with zone: NSZone? = nil) -> Any { self }

    override func isEqual(_ object: Any?) -> Bool {
        (object as? NSPredicate).map { hasContent(of: $0) } ?? false
    }

    override var hash: Int { predicateFormat.hashValue }
}
