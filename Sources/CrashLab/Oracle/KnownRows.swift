import WorkloadEngine

/// The rows of one table that were put into words before, by their columns: most rows of a commit
/// are equal to those of the previous one.
final class KnownRows {
    private var rows: [RowDigest: StoreContent.Row] = [:]

    /// The row that a statement stands on; `make` puts one into words that is new.
    func row(
        _ columns: ImageRow, _ make: (ImageRow) -> StoreContent.Row
    ) -> StoreContent.Row {
        var digest = RowDigest()
        columns.fold(into: &digest)
        if let known = rows[digest] { return known }
        let row = make(columns)
        rows[digest] = row
        return row
    }
}
