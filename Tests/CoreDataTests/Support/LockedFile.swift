import CSQLite
import Foundation

/// A connection beside the engine's that holds a database's write lock until it is released.
// @unchecked: used by one queue at a time.
final class LockedFile: @unchecked Sendable {
    private let handle: OpaquePointer

    /// `nil` if another connection has the lock.
    init?(_ url: URL) {
        var opened: OpaquePointer?
        guard sqlite3_open(url.path, &opened) == SQLITE_OK, let opened else { return nil }
        handle = opened
        guard sqlite3_exec(handle, "BEGIN IMMEDIATE", nil, nil, nil) == SQLITE_OK else {
            sqlite3_close(handle)
            return nil
        }
    }

    func unlock() {
        sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
    }

    deinit {
        sqlite3_close(handle)
    }
}
