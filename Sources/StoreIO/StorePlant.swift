import CSQLite

/// Makes a store lose a write without telling anybody: for a lab that proves that it would see it.
package enum StorePlant {
    /// From now on the first row that comes into a table is gone again, in the same transaction.
    ///
    /// - Parameter path: of a database that has the table.
    /// - Throws: `StoreIOError` where SQLite refuses.
    package static func loseFirstRow(of table: String, inDatabaseAt path: String) throws {
        var connection: OpaquePointer?
        defer { sqlite3_close(connection) }
        var code = sqlite3_open_v2(path, &connection, SQLITE_OPEN_READWRITE, nil)
        if code == SQLITE_OK {
            sqlite3_busy_timeout(connection, 5_000)
            let sql = """
                CREATE TRIGGER "lab_lost_row" AFTER INSERT ON "\(table)" WHEN NEW.Z_PK = 1
                BEGIN DELETE FROM "\(table)" WHERE Z_PK = NEW.Z_PK; END
                """
            code = sqlite3_exec(connection, sql, nil, nil, nil)
        }
        guard code == SQLITE_OK else {
            throw StoreIOError.notPlanted(
                table, message: String(cString: sqlite3_errmsg(connection)))
        }
    }
}
