import StoreIO

/// The digest of every row of every table, on whichever page it lies.
///
/// It recognises a store with exactly the rows of a commit whose pages differ from those of every
/// commit.
enum TablesDigest {
    /// - Complexity: O(rows).
    static func of(_ connection: DatabaseConnection) throws -> RowDigest {
        var sum = RowDigest()
        let tables = try connection.texts(
            "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
        for table in tables {
            try connection.forEachRow("SELECT * FROM \"\(table)\"") { row in
                var digest = RowDigest()
                Array(table.utf8).withUnsafeBytes { digest.add($0, tag: 7) }
                row.fold(into: &digest)
                sum += digest
            }
        }
        return sum
    }
}
