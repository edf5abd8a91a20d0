import CSQLite

/// SQLite's own opinion of a database, asked without any engine between.
package enum StoreCheck {
    /// Opens a database, has SQLite check every page and index, and closes it.
    ///
    /// Opening recovers a write-ahead log that lies beside the file, and so changes both: check a
    /// copy where that matters.
    ///
    /// - Returns: what is wrong, a line each; empty for a database that is whole.
    /// - Complexity: O(pages).
    package static func problems(inDatabaseAt path: String) -> [String] {
        var connection: OpaquePointer?
        let opened = sqlite3_open_v2(path, &connection, SQLITE_OPEN_READWRITE, nil)
        defer { sqlite3_close(connection) }
        guard opened == SQLITE_OK, let connection else {
            return ["SQLite cannot open \(path): \(String(cString: sqlite3_errstr(opened)))"]
        }
        return ["integrity_check", "foreign_key_check"].flatMap { pragma in
            rows(of: "PRAGMA \(pragma)", connection).filter { $0 != "ok" }
        }
    }

    /// The version of the SQLite library in use, such as `3.40.1`.
    package static var libraryVersion: String { String(cString: sqlite3_libversion()) }

    /// The options that the library was compiled with, as it tells them: `THREADSAFE=1`.
    package static var compileOptions: [String] {
        var options: [String] = []
        while let option = sqlite3_compileoption_get(Int32(options.count)) {
            options.append(String(cString: option))
        }
        return options
    }

    /// The columns of each row as one text, and the error where the statement fails.
    private static func rows(of sql: String, _ connection: OpaquePointer) -> [String] {
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK else {
            return ["\(sql): \(String(cString: sqlite3_errmsg(connection)))"]
        }
        var rows: [String] = []
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW:
                let columns = (0..<sqlite3_column_count(statement)).map { column in
                    sqlite3_column_text(statement, column).map { String(cString: $0) } ?? "NULL"
                }
                rows.append(columns.joined(separator: " "))
            case SQLITE_DONE:
                return rows
            default:
                return rows + ["\(sql): \(String(cString: sqlite3_errmsg(connection)))"]
            }
        }
    }
}
