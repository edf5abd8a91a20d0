import StoreIO
import Synchronization

/// The rows of one table that were put into words before, by their columns.
///
/// Most rows of a commit are equal to those of the previous one, and most of a run's to those of
/// another topology. As long as they also come in the same order, none is even looked up:
///
///     read last    a b c d e f
///     read now     a b c d x e f
///                  └─────┘ └───┘
///              taken over   looked up by their digests
final class KnownRows: Sendable {
    fileprivate struct Table {
        var digests: [RowDigest] = []
        var rows: [StoreContent.Row] = []

        /// Its first rows; the table itself, without a copy, if these are all.
        func prefix(_ count: Int) -> Table {
            guard count < rows.count else { return self }
            return Table(
                digests: Array(digests.prefix(count)), rows: Array(rows.prefix(count)))
        }
    }

    private struct State {
        var rows: [RowDigest: StoreContent.Row] = [:]
        /// The table as it was read last.
        var last = Table()
    }

    private let state = Mutex(State())

    /// One reading of the table, row by row.
    struct Reading {
        fileprivate let last: Table
        /// The rows of the last table that this one begins with.
        fileprivate var taken = 0
        /// From the first row on that is not the last table's.
        fileprivate var table: Table?
    }

    /// Begins a reading; several may go on at once, of which the one that ends last is kept.
    func begin() -> Reading { Reading(last: state.withLock { $0.last }) }

    /// Adds the row that a statement stands on; `make` puts one into words that is new.
    func add(
        _ columns: DatabaseRow, to reading: inout Reading,
        _ make: (DatabaseRow) -> StoreContent.Row
    ) {
        var digest = RowDigest()
        columns.fold(into: &digest)
        if reading.table == nil {
            if reading.taken < reading.last.digests.count,
                reading.last.digests[reading.taken] == digest
            {
                reading.taken += 1
                return
            }
            reading.table = reading.last.prefix(reading.taken)
        }
        reading.table!.digests.append(digest)
        reading.table!.rows.append(row(digest, columns, make))
    }

    /// The rows that were read, in their order; the array of the reading before if all are its own.
    func end(_ reading: Reading) -> [StoreContent.Row] {
        let table = reading.table ?? reading.last.prefix(reading.taken)
        state.withLock { $0.last = table }
        return table.rows
    }

    private func row(
        _ digest: RowDigest, _ columns: DatabaseRow, _ make: (DatabaseRow) -> StoreContent.Row
    ) -> StoreContent.Row {
        if let known = state.withLock({ $0.rows[digest] }) { return known }
        let row = make(columns)
        state.withLock { $0.rows[digest] = row }
        return row
    }
}
