/// What finds the rows of a store by the values that uniqueness constraints are about.
protocol UniqueRows {
    /// The key of the row that has the values of `row`.
    func key(
        of values: UniquenessConstraint.Values, like row: Row, _ constraint: UniquenessConstraint,
        _ layout: RowLayout
    ) throws -> ObjectKey?
    /// A row of the store, its slab retained for the caller.
    func retainedRow(_ key: ObjectKey, _ layout: RowLayout) throws -> Row?
}
