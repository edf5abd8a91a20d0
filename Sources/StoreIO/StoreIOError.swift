import CSQLite

/// What can go wrong in front of a store's files.
package struct StoreIOError: Error, CustomStringConvertible {
    package enum Code: Sendable {
        /// SQLite has no default VFS, or refused ours.
        case registrationFailed
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
}
