/// The rows that a fetch found, together with the slabs that keep them alive.
///
/// A row by itself keeps nothing alive, so rows are handed out inside `readAll`, or retained.
struct FetchedRows {
    private var rows: ContiguousArray<Row> = []
    private(set) var slabs: ContiguousArray<RowSlab> = []

    var count: Int { rows.count }

    /// Calls `body` for each row, in order.
    func readAll(_ body: (Row) throws -> Void) rethrows {
        try withExtendedLifetime(slabs) {
            for row in rows { try body(row) }
        }
    }

    /// Calls `body` for some rows at a time, in order.
    func readChunks(of size: Int, _ body: (UnsafeBufferPointer<Row>) -> Void) {
        withExtendedLifetime(slabs) {
            rows.withUnsafeBufferPointer { rows in
                var start = 0
                while start < rows.count {
                    let end = min(start + size, rows.count)
                    body(UnsafeBufferPointer(rebasing: rows[start..<end]))
                    start = end
                }
            }
        }
    }

    /// Adds other rows behind these.
    mutating func append(_ other: FetchedRows) {
        rows += other.rows
        slabs += other.slabs
    }

    /// Adds a row of a slab; neighbours of one slab hold it once.
    mutating func append(_ row: Row, in slab: RowSlab) {
        rows.append(row)
        if slabs.last !== slab { slabs.append(slab) }
    }
}

extension FetchedRows {
    /// The members of one to-many of several objects, and the rows that were read for them.
    struct Members {
        /// In the order of the objects that were asked about.
        var lists: [[ObjectKey]]
        var rows: [FetchedRows] = []
    }
}
