/// The values of one row that a uniqueness constraint is about, in a form that is equal when they
/// are.
struct UniqueValues: Hashable {
    let root: Int
    let names: [String]
    private let bytes: [UInt8]

    /// `nil` where one of the values is nil: that is like no other value.
    init?(_ row: Row, _ constraint: UniquenessConstraint, _ layout: RowLayout) {
        guard !constraint.hasNull(row) else { return nil }
        root = layout.rootNumber
        names = constraint.names
        bytes = constraint.signature(of: row)
    }

    /// The values for each constraint of a row's entity.
    static func all(of row: Row, _ layout: RowLayout) -> [UniqueValues] {
        layout.constraints.compactMap { UniqueValues(row, $0, layout) }
    }
}
