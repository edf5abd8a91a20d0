import CSQLite

/// What can go wrong in front of a store's files.
package struct StoreIOError: Error, CustomStringConvertible {
    package enum Code: Sendable {
        /// SQLite has no default VFS, or refused ours.
        case registrationFailed
        /// The path has a trace already, or is none.
        case traceRefused
        /// There was no memory to log everything.
        case logIncomplete
        /// Bytes that were to be a log are none, or are damaged.
        case logDamaged
        /// What was to go wrong on purpose could not be set up.
        case notPlanted
        /// SQLite refused a database or a statement that reads it past the engine.
        case sqlite
    }

    package let code: Code
    package let message: String

    package var description: String { message }

    static func registrationFailed(code: Int32) -> StoreIOError {
        StoreIOError(
            code: .registrationFailed,
            message: """
                SQLite would not register the VFS “\(TracingVFS.name)” (\(code), \
                \(String(cString: sqlite3_errstr(code)))); a SQLite built without a default VFS \
                cannot be measured, so use the system's
                """)
    }
    static func traceRefused(path: String, code: Int32) -> StoreIOError {
        let reason =
            code == SQLITE_BUSY
            ? "it has one already; end that one first" : String(cString: sqlite3_errstr(code))
        return StoreIOError(
            code: .traceRefused, message: "no trace of the store at \(path) (\(code)): \(reason)")
    }

    static func logIncomplete() -> StoreIOError {
        StoreIOError(
            code: .logIncomplete,
            message: """
                memory ran out while a store's calls were logged, and a log with a hole would be \
                replayed to other files; run less at a time, or keep no payload
                """)
    }

    static func notPlanted(_ table: String, message: String) -> StoreIOError {
        StoreIOError(
            code: .notPlanted,
            message: """
                no row of \(table) can be lost on purpose: \(message); plant it in a workload that \
                imports into an SQLite store
                """)
    }

    /// Takes the connection's last error, or the code if there is no connection.
    static func sqlite(
        _ code: Int32, _ connection: OpaquePointer?, while action: String
    ) -> StoreIOError {
        let text = String(
            cString: connection.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(code))
        return StoreIOError(code: .sqlite, message: "\(action): \(text) (\(code))")
    }

    static func logDamaged(_ what: String) -> StoreIOError {
        StoreIOError(
            code: .logDamaged,
            message: "not a log of a store's calls: \(what); write it again from a run")
    }
}
