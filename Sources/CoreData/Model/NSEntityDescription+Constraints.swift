extension NSEntityDescription {
    /// The entity's own uniqueness constraints, every attribute by its name.
    ///
    /// What is neither a name nor a property becomes an empty name, which the validator refuses.
    package final var uniquenessConstraintNames: [[String]] {
        uniquenessConstraints.map { group in
            group.map { ($0 as? String) ?? ($0 as? NSPropertyDescription)?.name ?? "" }
        }
    }
}
