import CSQLite
import Foundation

/// A failure of SQLite: its extended result code, its text, and the failed statement or call.
struct SQLiteError: Error, CustomStringConvertible {
    /// `SQLITE_READONLY_DBMOVED`, which is a macro that Swift does not import.
    static let fileMoved = SQLITE_READONLY | 4 << 8

    /// `SQLITE_IOERR_FSYNC`, which is a macro, too.
    static let syncFailed = SQLITE_IOERR | 4 << 8

    /// SQLite's extended result code.
    let code: Int32
    let message: String
    /// The statement or the call.
    let context: String

    /// The primary code: the low byte of the extended one.
    var primaryCode: Int32 { code & 0xFF }

    var isConstraintViolation: Bool { primaryCode == SQLITE_CONSTRAINT }

    var description: String { "SQLite \(code): \(message) (\(context))" }

    /// The error for Core Data's callers: Cocoa's domain and code, SQLite's code and text.
    func cocoaError(_ operation: String) -> NSError {
        NSError(
            domain: NSCocoaErrorDomain, code: cocoaCode,
            userInfo: [
                NSLocalizedDescriptionKey: "\(operation) failed: \(message). \(remedy)",
                NSSQLiteErrorDomain: NSNumber(value: code),
                NSUnderlyingErrorKey: NSError(
                    domain: NSSQLiteErrorDomain, code: Int(code),
                    userInfo: [NSLocalizedDescriptionKey: "\(message) (\(context))"]),
            ])
    }

    private var cocoaCode: Int {
        if code == Self.fileMoved { return CocoaError.fileNoSuchFile.rawValue }
        return switch primaryCode {
        case SQLITE_FULL: CocoaError.fileWriteOutOfSpace.rawValue
        case SQLITE_READONLY: CocoaError.fileWriteNoPermission.rawValue
        case SQLITE_CORRUPT, SQLITE_NOTADB: CocoaError.fileReadCorruptFile.rawValue
        case SQLITE_BUSY, SQLITE_LOCKED: NSPersistentStoreTimeoutError
        case SQLITE_CANTOPEN: NSPersistentStoreOpenError
        case SQLITE_CONSTRAINT: NSManagedObjectConstraintMergeError
        default: NSSQLiteError
        }
    }

    private var remedy: String {
        if code == Self.fileMoved {
            return "Put it back, or save to another store: the changes are still pending."
        }
        if code == Self.syncFailed {
            // The writes before the failed sync may reach the disk or not: promise neither.
            return """
                Whether the transaction reached the disk is not known: the changes are still \
                pending, and after a crash the store may hold them or not.
                """
        }
        return switch primaryCode {
        case SQLITE_FULL: "Free space on the disk, and save again: the changes are still pending."
        case SQLITE_READONLY: "Make the file and its folder writable."
        case SQLITE_CORRUPT, SQLITE_NOTADB:
            "Copy the file and its -wal aside before anything else touches them."
        case SQLITE_BUSY, SQLITE_LOCKED:
            "Another process holds the store; end it, or raise NSPersistentStoreTimeoutOption."
        case SQLITE_CANTOPEN: "Check that the folder exists and may be read and written."
        case SQLITE_IOERR: "The disk failed to read or write the data; see the system's log."
        default: "See SQLite's own message above."
        }
    }
}
