import Foundation

/// Options of a SQLite store that the lab needs beyond Apple's.
package enum SQLiteStoreOption {
    /// The name of the SQLite VFS that every connection of the store opens with (String).
    package static let vfsName = "LabSQLiteVFSName"
    /// How many frames of the log make the engine checkpoint (Int).
    ///
    /// 1,000 by default, as in SQLite on Apple's platforms.
    package static let checkpointThreshold = "LabSQLiteCheckpointThreshold"
    /// Whether a save commits half of its insertions in one transaction and the rest in a second
    /// (Bool).
    ///
    /// Broken on purpose: a control with which the crash lab proves that it finds split saves.
    package static let splitsSaves = "LabSQLiteSplitsSaves"
    /// Whether the file of a large value goes before the COMMIT of the transaction that gives it up
    /// (Bool).
    ///
    /// Broken on purpose: a control, too.
    package static let removesFilesEarly = "LabSQLiteRemovesFilesEarly"
}
