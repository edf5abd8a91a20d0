import StoreIO
import Synchronization

/// The rows of one table that were put into words before, by their columns.
///
/// Most rows of a commit are equal to those of the previous one, and most of a run's to those of
/// another topology.
final class KnownRows: Sendable {
    private let rows = Mutex<[RowDigest: StoreContent.Row]>([:])

    /// The row that a statement stands on; `make` puts one into words that is new.
    func row(
        _ columns: DatabaseRow, _ make: (DatabaseRow) -> StoreContent.Row
    ) -> StoreContent.Row {
        var digest = RowDigest()
        columns.fold(into: &digest)
        if let known = rows.withLock({ $0[digest] }) { return known }
        let row = make(columns)
        rows.withLock { $0[digest] = row }
        return row
    }
}
