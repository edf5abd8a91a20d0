import Foundation

/// Removes the files that no row names: what crashed or failed transactions have left.
///
/// It holds the write lock while it compares, so that no other writer has a file whose row is not
/// committed yet. A name is never used again: what has no row then has none for good.
struct ExternalSweep {
    let files: ExternalFiles
    let connection: SQLiteConnection
    let columns: [(table: String, column: String)]

    /// - Throws: `SQLiteError`.
    /// - Complexity: O(rows with such columns + files); nothing while the folder has no file.
    func run() throws {
        guard let folder = files.folder, !folder.names.isEmpty, !folder.isShared else { return }
        let orphans = try connection.transaction("IMMEDIATE") {
            let named = try names()
            return folder.names.filter { !named.contains($0) }
        }
        guard !orphans.isEmpty else { return }
        files.doom(orphans)
        let doomed = files.doomed
        if files.hasLog {
            // A reader in another process may see a former state: then a later checkpoint will do.
            files.didCheckpoint(doomed, isWhole: (connection.checkpoint() ?? -1) >= 0)
        } else {
            // The journal of one more transaction makes the last COMMIT durable.
            try connection.transaction("IMMEDIATE") {
                try connection.execute("UPDATE Z_METADATA SET Z_VERSION = Z_VERSION")
            }
            files.removeSettled()
        }
    }

    private func names() throws -> Set<String> {
        var names = Set<String>()
        for (table, column) in columns {
            let statement = try connection.statement(
                """
                SELECT \(column) FROM \(table) \
                WHERE length(\(column)) IN \(ExternalReference.lengths)
                """)
            defer { statement.reset() }
            while try statement.step() {
                if let name = ExternalReference.name(in: statement.bytes(0)) { names.insert(name) }
            }
        }
        return names
    }
}
