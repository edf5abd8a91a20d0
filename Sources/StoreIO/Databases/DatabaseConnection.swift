import CSQLite

/// A connection to a store's database that reads it past the engine, by SQL.
///
/// - Precondition: used by one thread at a time.
package final class DatabaseConnection {
    private let handle: OpaquePointer
    // The connection may reach its files by this object's address.
    private let files: AnyObject?
    private var statements: [String: OpaquePointer] = [:]

    /// Takes a connection over, and closes it with itself.
    ///
    /// - Parameters:
    ///   - handle: SQLite's connection; `nil` if there was no memory for one.
    ///   - code: what opening returned.
    ///   - files: whatever has to live as long as the connection.
    /// - Throws: `StoreIOError` if SQLite refused the files.
    package init(_ handle: OpaquePointer?, opened code: Int32, of files: AnyObject?) throws {
        guard code == SQLITE_OK, let handle else {
            defer { sqlite3_close(handle) }
            throw StoreIOError.sqlite(code, handle, while: "opening")
        }
        self.handle = handle
        self.files = files
    }

    /// Opens a database to read it.
    ///
    /// - Throws: `StoreIOError` if there is none, or SQLite refuses it.
    package convenience init(readingDatabaseAt path: String) throws {
        var handle: OpaquePointer?
        // A log can be read by a connection that may write its index; one thread needs no mutex.
        let code = sqlite3_open_v2(
            path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
        try self.init(handle, opened: code, of: nil)
        try run("PRAGMA query_only=1")
    }

    deinit {
        for statement in statements.values { sqlite3_finalize(statement) }
        sqlite3_close(handle)
    }

    /// Copies the log into the database, and empties it.
    ///
    /// Does nothing without a log.
    ///
    /// - Throws: `StoreIOError`.
    package func foldLog() throws {
        let code = sqlite3_wal_checkpoint_v2(
            handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
        guard code == SQLITE_OK else {
            throw StoreIOError.sqlite(code, handle, while: "checkpoint")
        }
    }

    /// Runs a statement and leaves its rows.
    ///
    /// - Throws: `StoreIOError`.
    package func run(_ text: String) throws {
        try forEachRow(text) { _ in }
    }

    /// The first column of the first row.
    ///
    /// - Throws: `StoreIOError`.
    package func number(_ text: String) throws -> Int64? {
        var number: Int64?
        try forEachRow(text) { row in
            if number == nil { number = row.integer(0) }
        }
        return number
    }

    /// The first column of each row.
    ///
    /// - Throws: `StoreIOError`.
    package func texts(_ text: String) throws -> [String] {
        var texts: [String] = []
        try forEachRow(text) { row in texts.append(row.text(0) ?? "NULL") }
        return texts
    }

    /// Steps through a statement's rows.
    ///
    /// - Throws: `StoreIOError`, and the errors of `body`.
    package func forEachRow(_ text: String, _ body: (DatabaseRow) throws -> Void) throws {
        let statement = try prepare(text)
        defer { sqlite3_reset(statement) }
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: try body(DatabaseRow(statement: statement))
            case SQLITE_DONE: return
            case let code: throw StoreIOError.sqlite(code, handle, while: text)
            }
        }
    }

    private func prepare(_ text: String) throws -> OpaquePointer {
        if let statement = statements[text] { return statement }
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v2(handle, text, -1, &statement, nil)
        guard code == SQLITE_OK, let statement else {
            throw StoreIOError.sqlite(code, handle, while: text)
        }
        statements[text] = statement
        return statement
    }
}
