import CoreData
import Foundation

/// How the store is opened.
package struct StoreSettings: Sendable, Hashable {
    package enum Kind: String, CaseIterable, Sendable {
        case sqlite
        /// Read and written whole: everything is in memory.
        case binary
        case xml
        /// Nothing is written at all.
        case inMemory = "in-memory"

        /// Core Data's word for it.
        package var storeType: String {
            switch self {
            case .sqlite: NSSQLiteStoreType
            case .binary: NSBinaryStoreType
            case .xml: NSXMLStoreType
            case .inMemory: NSInMemoryStoreType
            }
        }
    }

    package enum Journal: String, CaseIterable, Sendable {
        case wal, delete, truncate, persist, memory, off
    }

    package enum Synchronous: String, CaseIterable, Sendable {
        case off, normal, full, extra
    }

    package var kind = Kind.sqlite
    package var journal = Journal.wal
    package var synchronous = Synchronous.normal
    /// Pages of the log after which a commit is followed by a checkpoint; Apple's and SQLite's.
    package var checkpoint = 1_000

    package init() {}

    /// The options for `addPersistentStore`.
    ///
    /// They set everything that matters and leave nothing to a default, because Debian's and
    /// Apple's SQLite have different defaults: 32 KiB is Apple's.
    package var options: [AnyHashable: Any] {
        // The others have no mode to set.
        guard kind == .sqlite else { return [:] }
        let pragmas: [String: NSString] = [
            "journal_mode": journal.rawValue as NSString,
            "synchronous": synchronous.rawValue as NSString,
            "journal_size_limit": "32768",
        ]
        return [
            NSSQLitePragmasOption: pragmas as NSDictionary,
            SQLiteStoreOption.checkpointThreshold: checkpoint,
        ]
    }
}
