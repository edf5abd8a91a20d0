import Foundation

extension NSPropertyDescription {
    /// The conditions that a value must satisfy to be saved, as predicates on the value.
    ///
    /// These are the app's predicates; if the app has set none, an attribute's bounds and pattern.
    public final var validationPredicates: [NSPredicate] {
        validationChecks.map(\.predicate)
    }

    /// The warnings for false predicates at the same positions: texts, or numbers of error codes.
    public final var validationWarnings: [Any] {
        validationChecks.map(\.warning)
    }

    /// Sets the predicates that a value must satisfy, and removes all former conditions and bounds.
    ///
    /// - Parameters:
    ///   - validationPredicates: predicates in which `SELF` is the value; they do not apply to a
    ///     missing value.
    ///   - validationWarnings: a text for each predicate, which describes its error; the error's
    ///     code is `NSManagedObjectValidationError`.
    /// - Precondition: the model is not in use yet, and there are as many texts as predicates.
    public final func setValidationPredicates(
        _ validationPredicates: [NSPredicate]?, withValidationWarnings validationWarnings: [String]?
    ) {
        let predicates = validationPredicates ?? []
        let warnings = validationWarnings ?? []
        guard warnings.isEmpty || warnings.count == predicates.count else {
            fatalError(
                """
                \(path) was given \(predicates.count) validation predicates and \(warnings.count) \
                warnings. Give a warning for each predicate, or none at all.
                """)
        }
        (self as? NSAttributeDescription)?.bounds = AttributeBounds()
        ownValidationChecks = predicates.enumerated().map { index, predicate in
            ValidationCheck(
                predicate, warning: warnings.isEmpty ? "\(name) is not valid" : warnings[index])
        }
    }

    /// The checks of a value, in order.
    final var validationChecks: [ValidationCheck] {
        guard let attribute = self as? NSAttributeDescription else { return ownValidationChecks }
        return ownValidationChecks + ValidationCheck.checks(of: attribute.bounds)
    }
}
