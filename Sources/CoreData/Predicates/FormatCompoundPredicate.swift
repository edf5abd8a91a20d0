import Foundation

/// The compound that the format parser makes: Foundation's, with a format that can be read back.
///
/// Foundation's own `NSCompoundPredicate` works as a container everywhere, but its
/// `predicateFormat` on Linux is that of a constant and its `evaluate` knows nothing of ours.
final class FormatCompoundPredicate: NSCompoundPredicate {
    override init(type: LogicalType, subpredicates: [NSPredicate]) {
        super.init(type: type, subpredicates: subpredicates)
    }

    /// Foundation cannot read compounds from an archive on Linux, so neither do we: `nil`.
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
