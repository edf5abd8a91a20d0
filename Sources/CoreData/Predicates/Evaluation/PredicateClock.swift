import CSQLite
import Foundation

/// The source of the date for `now()` in predicates.
package enum PredicateClock {
    /// The date; bind another closure to stop or simulate time.
    ///
    /// By default it is SQLite's own `julianday('now')`, read from the default VFS: the engine
    /// reads no clock of its own, and a virtual clock of the store applies here, too.
    @TaskLocal package static var now: @Sendable () -> Date = { storeDate() }

    /// Days from SQLite's epoch (noon, 24 November 4714 BC) to 2001-01-01, in milliseconds.
    private static let referenceDate: Int64 = 211_845_067_200_000

    private static func storeDate() -> Date {
        var milliseconds: Int64 = 0
        guard
            let vfs = sqlite3_vfs_find(nil), let currentTime = vfs.pointee.xCurrentTimeInt64,
            currentTime(vfs, &milliseconds) == SQLITE_OK
        else {
            fatalError("SQLite's default VFS has no clock, so now() has no value.")
        }
        return Date(timeIntervalSinceReferenceDate: Double(milliseconds - referenceDate) / 1000)
    }
}
