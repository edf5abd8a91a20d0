import StoreIO

/// What is broken on purpose, so that a lab that finds nothing is known to look.
package enum CrashControl: String, CaseIterable, Sendable, Codable {
    /// The log is never synced, not even before a checkpoint copies it.
    case noWALSync = "no-wal-sync"
    /// The rollback journal is never synced.
    case noJournalSync = "no-journal-sync"
    /// Nothing is ever synced.
    case noSync = "no-sync"
    /// A log that begins anew does not sync its header: SQLite's own bug of 2012, ticket
    /// ff5be73dee.
    case noWALHeaderSync = "no-wal-header-sync"
    /// The engine commits half of what a save inserts, and the rest in a second transaction.
    case splitSave = "split-save"
    /// The app is told that its edits are saved before they are.
    case earlyAcknowledgement = "early-acknowledgement"

    /// Whether it leaves out syncs when a log is played back; the run itself is as ever.
    var isOfSyncs: Bool { self != .splitSave && self != .earlyAcknowledgement }

    /// Whether a sync of a file is left out.
    ///
    /// - Parameter isHeaderOnly: whether nothing but the log's header was written since the last.
    func drops(_ file: StoreFile, isHeaderOnly: Bool) -> Bool {
        switch self {
        case .noWALSync: file == .wal
        case .noJournalSync: file == .journal
        case .noSync: true
        case .noWALHeaderSync: file == .wal && isHeaderOnly
        case .splitSave, .earlyAcknowledgement: false
        }
    }
}
