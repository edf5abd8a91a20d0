import Results
import StoreIO
import WorkloadEngine

/// A part that is broken on purpose, to prove that the lab would find such a fault.
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
    /// The engine commits half of a save's inserts, and the rest in a second transaction.
    case splitSave = "split-save"
    /// The files of large values are never synced.
    case noFileSync = "no-file-sync"
    /// The file of a large value goes before the COMMIT of the save that gives it up.
    case earlyFileRemoval = "early-file-removal"
    /// The app gets the acknowledgement before its edits are saved.
    case earlyAcknowledgement = "early-acknowledgement"

    /// Whether it leaves out syncs when a log is played back; the run itself is as ever.
    var isOfSyncs: Bool {
        switch self {
        case .noWALSync, .noJournalSync, .noSync, .noWALHeaderSync, .noFileSync: true
        case .splitSave, .earlyFileRemoval, .earlyAcknowledgement: false
        }
    }

    /// Whether a sync of a file is left out.
    ///
    /// - Parameter isHeaderOnly: whether nothing but the log's header was written since the last.
    func drops(_ file: StoreFile, isHeaderOnly: Bool) -> Bool {
        switch self {
        case .noWALSync: file == .wal
        case .noJournalSync: file == .journal
        case .noSync: true
        case .noWALHeaderSync: file == .wal && isHeaderOnly
        case .noFileSync: file == .external
        case .splitSave, .earlyFileRemoval, .earlyAcknowledgement: false
        }
    }
}

// MARK: - Requirements

extension CrashControl {
    /// Whether a store in a mode uses the part that the control breaks.
    package func breaks(_ mode: StoreMode) -> Bool {
        switch self {
        case .noWALSync, .noWALHeaderSync: mode.journal == .wal
        case .noJournalSync: mode.journal != .wal
        case .noSync, .splitSave, .noFileSync, .earlyFileRemoval, .earlyAcknowledgement: true
        }
    }

    /// The mode in which it is looked for where the workload's own mode does not do.
    package var usualMode: StoreMode {
        switch self {
        case .noJournalSync: StoreMode(.delete, .full)
        // In wal/full each commit syncs the header along with the frames after it.
        case .noWALHeaderSync: StoreMode(.wal, .normal)
        case .noWALSync, .noSync, .splitSave, .noFileSync, .earlyFileRemoval,
            .earlyAcknowledgement:
            StoreMode(.wal, .full)
        }
    }

    /// The key of the workload that it needs, and its value.
    ///
    /// A log's header is written when the log begins anew, which a small workload's log never does
    /// with SQLite's 1,000 pages; with 20 it does some ten times in a run of smoke.
    package var neededSetting: WorkloadSetting? {
        self == .noWALHeaderSync
            ? WorkloadSetting(key: "store.checkpoint", value: "20") : nil
    }

    /// The condition under which the control can be caught, as the end of a sentence: `needs …`.
    package var need: String {
        switch self {
        case .noWALSync: "a log whose commits are synced (--mode wal/full)"
        case .noJournalSync: "a rollback journal (--mode delete/full)"
        case .noSync: "a store that syncs (--mode wal/full or delete/full)"
        case .noWALHeaderSync:
            "a log that begins anew (--mode wal/normal --set store.checkpoint=20)"
        case .splitSave: "saves that insert two objects or more"
        case .noFileSync: "values with external storage of more than 100 KiB"
        case .earlyFileRemoval:
            "deletions of objects that have values with external storage of more than 100 KiB"
        case .earlyAcknowledgement: "edits that are saved (--mode wal/full)"
        }
    }
}
