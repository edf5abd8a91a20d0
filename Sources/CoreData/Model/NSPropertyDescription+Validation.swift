import Foundation

extension NSPropertyDescription {
    /// What a value must fulfil to be saved, as predicates on the value itself.
    ///
    /// Those that were set; where none were, an attribute's bounds and pattern as predicates.
    public final var validationPredicates: [NSPredicate] {
        validationChecks.map(\.predicate)
    }

    /// What is wrong where a predicate of the same position does not hold: a text, or the number of
    /// an error code.
    public final var validationWarnings: [Any] {
        validationChecks.map(\.warning)
    }

    /// Sets the predicates that a value must fulfil, in the place of all that were there, bounds
    /// among them.
    ///
    /// - Parameters:
    ///   - validationPredicates: predicates in which `SELF` is the value; they are not asked about
    ///     a value that is missing.
    ///   - validationWarnings: a text for each predicate, by which its error is described; the
    ///     error's code is `NSManagedObjectValidationError`.
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

    /// What a value is checked against, in order.
    final var validationChecks: [ValidationCheck] {
        guard let attribute = self as? NSAttributeDescription else { return ownValidationChecks }
        return ownValidationChecks + ValidationCheck.checks(of: attribute.bounds)
    }
}
