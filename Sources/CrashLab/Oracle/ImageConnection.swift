import CSQLite

/// A connection to the database on a disk image; opening it recovers the state that a crash left.
final class ImageConnection {
    // The connection reaches the disk by its address.
    let disk: DiskImage
    private let handle: OpaquePointer
    private var statements: [String: OpaquePointer] = [:]

    /// Opens the database and has SQLite read it: a hot journal is rolled back, a log recovered.
    ///
    /// - Throws: `ImageError` if SQLite refuses the files.
    init(_ disk: DiskImage) throws {
        let opened = disk.open()
        guard opened.code == SQLITE_OK, let handle = opened.handle else {
            defer { sqlite3_close(opened.handle) }
            throw ImageError(opened.code, opened.handle, while: "opening")
        }
        self.disk = disk
        self.handle = handle
        // An image has no shared memory: in this mode SQLite keeps the wal-index to itself. It must
        // come before the first read. The log is folded in only on request, not at a size.
        try run("PRAGMA locking_mode=EXCLUSIVE")
        try run("PRAGMA wal_autocheckpoint=0")
        try run("PRAGMA user_version")
    }

    deinit {
        for statement in statements.values { sqlite3_finalize(statement) }
        sqlite3_close(handle)
    }

    /// Copies the log into the database, and empties it.
    ///
    /// Does nothing without a log.
    ///
    /// - Throws: `ImageError`.
    func foldLog() throws {
        let code = sqlite3_wal_checkpoint_v2(
            handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
        guard code == SQLITE_OK else { throw ImageError(code, handle, while: "checkpoint") }
    }

    /// Runs a statement and leaves its rows.
    func run(_ text: String) throws {
        try forEachRow(text) { _ in }
    }

    /// The first column of the first row.
    func number(_ text: String) throws -> Int64? {
        var number: Int64?
        try forEachRow(text) { row in
            if number == nil { number = row.integer(0) }
        }
        return number
    }

    /// The first column of each row.
    func texts(_ text: String) throws -> [String] {
        var texts: [String] = []
        try forEachRow(text) { row in texts.append(row.text(0) ?? "NULL") }
        return texts
    }

    /// Steps through a statement's rows.
    ///
    /// - Throws: `ImageError`, and the errors of `body`.
    func forEachRow(_ text: String, _ body: (ImageRow) throws -> Void) throws {
        let statement = try prepare(text)
        defer { sqlite3_reset(statement) }
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: try body(ImageRow(statement: statement))
            case SQLITE_DONE: return
            case let code: throw ImageError(code, handle, while: text)
            }
        }
    }

    private func prepare(_ text: String) throws -> OpaquePointer {
        if let statement = statements[text] { return statement }
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v2(handle, text, -1, &statement, nil)
        guard code == SQLITE_OK, let statement else {
            throw ImageError(code, handle, while: text)
        }
        statements[text] = statement
        return statement
    }
}
