import Execution

/// What was done to the files of one store, in the order in which the kernel did it.
///
/// A replay starts from the files that were there (creates with `isExisting`), applies creates,
/// writes, truncates and deletes, and has after each the bytes that a killed process leaves. Syncs
/// say what a loss of power leaves. Not in it: the wal-index, temporary files, reads that succeed,
/// syncs of directories that the VFS below does by itself (at the first sync of a file that it
/// created), and the part of a failed write that reached the file.
package struct StoreLog: Sendable, Hashable {
    /// What an operation did.
    package enum Kind: UInt8, Sendable, Hashable, CaseIterable, Codable {
        /// The file came into being when it was opened, or was there before (`isExisting`).
        case create
        /// Bytes were written.
        case write
        /// The file got another size, shorter as a rule; longer where SQLite reserves room.
        case truncate
        /// The file was synced.
        case sync
        /// The file was deleted.
        case delete
        /// A write transaction was committed, one that changed nothing included.
        case commit
        /// A checkpoint begins to copy pages, or has copied them.
        case checkpointBegun, checkpointDone
        /// A mark of the caller's.
        case note
        /// A call failed, by itself or because the trace made it.
        case fault
    }

    /// One incarnation of a file: a file that is deleted and created again is another one.
    package struct File: Sendable, Hashable {
        /// Which of the store's files.
        package var `class`: StoreFile
        /// What follows the database's path: `""`, `"-wal"`, `"-journal"`, `"-mj…"`.
        ///
        /// Of a file with a large value: `/` and its name.
        package var pathSuffix: String

        package init(class: StoreFile, pathSuffix: String) {
            self.class = `class`
            self.pathSuffix = pathSuffix
        }
    }

    /// Whether the bytes of writes were kept.
    package var keepsPayload: Bool
    /// The files, in the order in which the trace met them.
    package var files: [File]
    /// What was done, in order.
    package var operations: [Operation]
    /// The bytes of all writes; empty when they are not kept.
    package var payload: [UInt8]

    package init(
        keepsPayload: Bool, files: [File], operations: [Operation], payload: [UInt8]
    ) {
        self.keepsPayload = keepsPayload
        self.files = files
        self.operations = operations
        self.payload = payload
    }

    /// The indexes of the operations that changed a file: `StoreKill.operation` n is the n-th.
    ///
    /// - Complexity: O(operations).
    package var changes: [Int] { operations.indices.filter { operations[$0].isChange } }
}
