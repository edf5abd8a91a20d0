import CSQLite
import Execution
import Foundation

/// The file of a SQLite store, opened for the length of one call.
///
/// Other connections may have the file open, so every access uses SQLite's locks.
struct SQLiteFile: StoreFile {
    private let url: URL
    private let settings: SQLiteStoreOptions
    private let isForced: Bool

    init(url: URL, options: [AnyHashable: Any]) {
        self.url = url
        settings = SQLiteStoreOptions(url: url, options: options)
        isForced = NSPersistentStore.isTrue(options[NSPersistentStoreForceDestroyOption])
    }

    func metadata() throws -> [String: Any] {
        try requireStore()
        return try withConnection("Reading the metadata of the store at \(url.path)") {
            try $0.readMetadata(url.path).plist
        }
    }

    func setMetadata(_ metadata: [String: Any]) throws {
        try requireStore()
        try withConnection("Writing the metadata of the store at \(url.path)") { connection in
            try connection.transaction("IMMEDIATE") {
                let identifier = try connection.readMetadata(url.path).identifier
                try connection.writeMetadata(identifier, metadata)
            }
        }
    }

    func destroy() throws {
        guard !settings.isTemporary else { return }
        // Check before SQLite opens the files: it removes a log that seems to be an older
        // database's.
        let files = RegularFile.database(url.path)
        let areThere = try files.map { try $0.exists() }
        guard areThere[0] else { return }
        do {
            try withConnection("Destroying the store at \(url.path)") { try $0.empty() }
        } catch {
            guard isForced else { throw error }
            for file in files { try file.remove() }
        }
        // Last: no row names one of its files by now.
        try ExternalFolder(besides: files[0].path).remove()
    }

    func replace(with source: SQLiteFile) throws {
        try source.requireStore()
        for file in RegularFile.database(url.path) { _ = try file.exists() }
        try source.withConnection("Copying the store at \(source.url.path)") { from in
            // One transaction: what this state names is there as long as it is read.
            try from.execute("BEGIN")
            _ = try from.readMetadata(source.url.path)
            try withConnection("Replacing the store at \(url.path)", creates: true) { to in
                // The files first: a row that comes must find its own. What the rows that go have
                // named is removed when the store is next opened.
                if let there = to.databasePath, let here = from.databasePath {
                    try ExternalFolder(besides: there).copyFiles(
                        of: ExternalFolder(besides: here))
                }
                try to.copyAll(of: from)
            }
            from.rollback()
        }
    }

    /// - Throws: 260 if there is no file, 134080 if something other than a file is there, 259 for a
    ///   file that became empty.
    private func requireStore() throws {
        try Self.requireFile(url)
        try settings.checkEvidence()
    }

    private func withConnection<T>(
        _ operation: String, creates: Bool = false, _ body: (SQLiteConnection) throws -> T
    ) throws -> T {
        do {
            let connection = try SQLiteConnection(
                settings, isWriter: creates, log: SQLiteConnection.StatementLog(),
                execution: Executions.current)
            defer { connection.close() }
            return try body(connection)
        } catch let error as SQLiteError {
            throw error.cocoaError(operation)
        }
    }
}

extension SQLiteConnection {
    /// Drops everything in the database, even in a damaged one, in one transaction.
    fileprivate func empty() throws {
        // The sequence that SQLite documents for erasing a database that may be damaged.
        csqlite_db_config(handle, SQLITE_DBCONFIG_RESET_DATABASE, 1)
        defer { csqlite_db_config(handle, SQLITE_DBCONFIG_RESET_DATABASE, 0) }
        try execute("VACUUM")
        sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
    }

    /// Overwrites this database with another one's pages, in one transaction.
    fileprivate func copyAll(of source: SQLiteConnection) throws {
        guard let backup = sqlite3_backup_init(handle, "main", source.handle, "main") else {
            throw error("copy the database")
        }
        // -1 copies all pages in one step, and so in one transaction.
        let code = sqlite3_backup_step(backup, -1)
        let finished = sqlite3_backup_finish(backup)
        guard code == SQLITE_DONE, finished == SQLITE_OK else {
            throw SQLiteError(
                code: code == SQLITE_DONE ? finished : code,
                message: String(cString: sqlite3_errstr(code)), context: "copy the database")
        }
    }
}
