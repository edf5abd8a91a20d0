import Foundation

/// Options of a SQLite store that the lab needs beyond Apple's.
package enum SQLiteStoreOption {
    /// The name of the SQLite VFS that every connection of the store opens with (String).
    package static let vfsName = "LabSQLiteVFSName"
    /// Frames in the log after which the engine checkpoints (Int); 1,000 unless given, as SQLite's
    /// own threshold is on Apple's platforms.
    package static let checkpointThreshold = "LabSQLiteCheckpointThreshold"
    /// Whether a save commits half of what it inserts, and the rest in a second transaction (Bool):
    /// broken on purpose, for a control of the crash lab.
    package static let splitsSaves = "LabSQLiteSplitsSaves"
}
