import CSQLite
import Foundation

/// Where `now()` in a predicate gets the date.
package enum PredicateClock {
    /// The date; bind another to hold time still or to simulate it.
    ///
    /// By default it is SQLite's own `julianday('now')`, asked of the default VFS: the engine reads
    /// no clock of its own, and what virtualises the store's clock virtualises this one.
    @TaskLocal package static var now: @Sendable () -> Date = { storeDate() }

    /// Days from SQLite's epoch (noon, 24 November 4714 BC) to 2001-01-01, in milliseconds.
    private static let referenceDate: Int64 = 211_845_067_200_000

    private static func storeDate() -> Date {
        var milliseconds: Int64 = 0
        guard
            let vfs = sqlite3_vfs_find(nil), let currentTime = vfs.pointee.xCurrentTimeInt64,
            currentTime(vfs, &milliseconds) == SQLITE_OK
        else {
            fatalError("SQLite's default VFS tells no time, so now() has no value.")
        }
        return Date(timeIntervalSinceReferenceDate: Double(milliseconds - referenceDate) / 1000)
    }
}
