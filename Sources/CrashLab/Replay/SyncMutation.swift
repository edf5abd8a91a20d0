import StoreIO

/// Syncs that are left out when a log is played back: stores that are broken on purpose, so that a
/// lab that finds nothing is known to look.
package enum SyncMutation: String, CaseIterable, Sendable, Codable {
    /// The log is never synced, not even before a checkpoint copies it.
    case noWALSync = "no-wal-sync"
    /// The rollback journal is never synced.
    case noJournalSync = "no-journal-sync"
    /// Nothing is ever synced.
    case noSync = "no-sync"
    /// A log that begins anew does not sync its header: SQLite's own bug of 2012, ticket
    /// ff5be73dee.
    case noWALHeaderSync = "no-wal-header-sync"

    /// Whether a sync of a file is left out.
    ///
    /// - Parameter isHeaderOnly: whether nothing but the log's header was written since the last.
    func drops(_ file: StoreFile, isHeaderOnly: Bool) -> Bool {
        switch self {
        case .noWALSync: file == .wal
        case .noJournalSync: file == .journal
        case .noSync: true
        case .noWALHeaderSync: file == .wal && isHeaderOnly
        }
    }
}
