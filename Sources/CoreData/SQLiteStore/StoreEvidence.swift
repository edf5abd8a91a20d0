import Foundation

/// Looks at a store's files before SQLite does, and protects the remains of a lost database.
///
/// SQLite takes an empty or missing file for a new database, and deletes a log or journal beside it
/// as a stranger's. If these files are all that is left of the user's data, SQLite would destroy
/// it.
///
///     main          beside it                             then
///     ────          ─────────                             ────
///     0 bytes       -wal or -shm                          refused: both are made after the header
///     0 bytes       -journal of a database with pages     refused
///     0 bytes       -journal of one being made            SQLite's: its making was cut short
///     not there     -wal with bytes in it                 refused
///     not there     anything else, or nothing             SQLite's: a new store
struct StoreEvidence {
    private let path: String

    init(_ path: String) {
        // SQLite follows links, and puts its files beside the target.
        self.path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    }

    /// - Throws: 259 if the database is gone and files beside it prove that it existed; no file has
    ///   been touched then.
    func check() throws {
        // The log before the database: another process may be creating the store right now, and
        // writes to the database before it creates the log.
        let log = size("-wal")
        let hasIndex = size("-shm") != nil
        let holdsPages = journalHoldsPages
        switch size("") {
        case nil:
            guard let log, log > 0 else { return }
            throw CoreDataError.lostDatabase(path, "is missing", leftover: path + "-wal")
        case 0:
            guard log != nil || hasIndex || holdsPages else { return }
            let suffix = log != nil ? "-wal" : hasIndex ? "-shm" : "-journal"
            throw CoreDataError.lostDatabase(path, "is empty", leftover: path + suffix)
        default:
            return
        }
    }

    /// The size of the file with this suffix, in bytes; `nil` if there is none.
    private func size(_ suffix: String) -> Int? {
        var status = stat()
        guard stat(path + suffix, &status) == 0 else { return nil }
        return Int(status.st_size)
    }

    /// Whether a rollback journal records that its database had pages before the transaction.
    ///
    /// The header is in SQLite's *Database File Format*, section 3: eight bytes of magic, the
    /// number of records, a nonce, and the database's initial size in pages, big-endian.
    private var journalHoldsPages: Bool {
        guard let size = size("-journal"), size >= 20,
            let file = FileHandle(forReadingAtPath: path + "-journal")
        else { return false }
        defer { try? file.close() }
        guard let header = try? file.read(upToCount: 20), header.count == 20,
            Array(header.prefix(8)) == [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]
        else { return false }
        return header.dropFirst(16).contains { $0 != 0 }
    }
}
