/// Finds the rows of a store by the values of uniqueness constraints.
protocol UniqueRows {
    /// The key of the row whose constrained values are those of `row`.
    func key(
        of values: UniquenessConstraint.Values, like row: Row, _ constraint: UniquenessConstraint,
        _ layout: RowLayout
    ) throws -> ObjectKey?
    /// A row of the store, its slab retained for the caller.
    func retainedRow(_ key: ObjectKey, _ layout: RowLayout) throws -> Row?
}
