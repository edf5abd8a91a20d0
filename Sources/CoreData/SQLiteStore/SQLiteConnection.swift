import CSQLite
import Execution
import Foundation

/// One connection to a store's file; its pool gives it to one queue at a time.
final class SQLiteConnection {
    let handle: OpaquePointer
    @exclusivity(unchecked) private var statements: [String: SQLiteStatement] = [:]
    /// Frames in the write-ahead log after this connection's last commit.
    @exclusivity(unchecked) private(set) var walFrames = 0
    /// The highest keys that this connection has written, by root; see `KeyAllocator`.
    @exclusivity(unchecked) var highestKeys: [Int: Int64] = [:]
    /// The keys of the names in history that this connection has used; see `HistoryWriter`.
    @exclusivity(unchecked) var historyNames: [String: Int64] = [:]
    /// Rows that triggers have changed since the store last took them.
    let triggeredRows: TriggeredRows
    /// What the connection's statements have done since its pool last charged it.
    let statementTally = StatementTally()
    /// How many commits its pool had seen at its last request, for one that reads.
    var lastKnownCommit = 0
    private let busyWait: BusyWait
    private let log: StatementLog
    /// The files of the store's large values; `nil` for a connection that meets no rows.
    private let files: ExternalFiles?
    /// The same, if the connection's transactions write and give up files.
    private let writtenFiles: ExternalFiles?

    /// Opens a file and sets every relevant pragma, because Debian's defaults are not Apple's.
    ///
    /// - Throws: `SQLiteError`.
    init(
        _ options: SQLiteStoreOptions, isWriter: Bool, log: StatementLog,
        execution: any Execution, files: ExternalFiles? = nil
    ) throws {
        var opened: OpaquePointer?
        // No mutex: the pool gives a connection to one queue at a time.
        var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE
        flags |= options.isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
        if isWriter && !options.isReadOnly { flags |= SQLITE_OPEN_CREATE }
        let code = sqlite3_open_v2(options.path, &opened, flags, options.vfsName)
        guard code == SQLITE_OK, let opened else {
            // SQLite may return a handle for the message even if opening fails; close that, too.
            let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
            let extended = opened.map { sqlite3_extended_errcode($0) } ?? code
            sqlite3_close_v2(opened)
            throw SQLiteError(code: extended, message: message, context: "open \(options.path)")
        }
        handle = opened
        self.log = log
        triggeredRows = TriggeredRows(execution)
        self.files = files
        writtenFiles = isWriter ? files : nil
        busyWait = BusyWait(limit: options.timeout, execution: execution)
        sqlite3_extended_result_codes(handle, 1)
        busyWait.install(on: handle)
        do {
            try configure(options)
        } catch {
            close()
            throw error
        }
        observeLog()
    }

    deinit {
        close()
    }

    private var isClosed = false

    /// Finalizes the statements and closes; later calls do nothing.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        for text in statements.keys.sorted() { statements[text]!.finalize() }
        statements = [:]
        recent = []
        beginning = nil
        committing = nil
        let code = sqlite3_close(handle)
        assert(code == SQLITE_OK, "a statement of the connection is still open (\(code))")
    }

    /// Sets the pragmas that must precede the first table, as Apple's stores have them.
    func prepareNewFile() throws {
        try execute("PRAGMA page_size = 4096")
        try execute("PRAGMA auto_vacuum = 2")
    }

    /// Sets the journal mode.
    ///
    /// This writes the file, which must already be recognised as this model's store.
    func setJournalMode(_ mode: String) throws {
        try execute("PRAGMA journal_mode = \(mode)")
        // What was written before went into the file itself.
        _ = takePagesWritten()
    }

    /// The pages that this connection has written since the last call.
    ///
    /// The log's growth would not tell: another coordinator, or another process, appends to it.
    func takePagesWritten() -> Int {
        var pages: Int32 = 0
        var highest: Int32 = 0
        sqlite3_db_status(handle, SQLITE_DBSTATUS_CACHE_WRITE, &pages, &highest, 1)
        return Int(pages)
    }

    private func configure(_ options: SQLiteStoreOptions) throws {
        try execute("PRAGMA recursive_triggers = 1")
        try execute("PRAGMA mmap_size = 0")
        // The engine checkpoints by itself after the commit that passes the threshold.
        try execute("PRAGMA wal_autocheckpoint = 0")
        for (name, value) in options.pragmas { try execute("PRAGMA \(name) = \(value)") }
        for function in SQLFunctions.all + triggeredRows.functions { try register(function) }
        if let files { try ExternalFunctions.register(files, on: self) }
    }

    /// Records the length of the log at each commit.
    private func observeLog() {
        sqlite3_wal_hook(
            handle,
            { context, _, _, frames in
                // Called within a statement of this connection, so the pointer is valid.
                let connection = Unmanaged<SQLiteConnection>.fromOpaque(context!)
                connection.takeUnretainedValue().walFrames = Int(frames)
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// The statement of a text, prepared at its first use.
    func statement(_ text: String) throws -> SQLiteStatement {
        log.observer?(text)
        return try kept(text)
    }

    /// Begins and ends a transaction, with statements that stay prepared.
    func begin() throws {
        if beginning == nil { beginning = try known("BEGIN IMMEDIATE") }
        try beginning!.run()
    }

    func commit() throws {
        if committing == nil { committing = try known("COMMIT") }
        try finishing { try committing!.run() }
    }

    /// Runs a COMMIT, and tells the files of large values of it.
    func finishing(_ commit: () throws -> Void) throws {
        writtenFiles?.willCommit()
        try commit()
        let changes = sqlite3_total_changes64(handle)
        writtenFiles?.didCommit(isEmpty: changes == settledChanges)
        settledChanges = changes
    }

    /// The rows that the connection had changed when its last transaction ended.
    private var settledChanges: Int64 = 0

    /// Kept apart: their texts are too short to be found by address.
    @exclusivity(unchecked) private var beginning: SQLiteStatement?
    @exclusivity(unchecked) private var committing: SQLiteStatement?

    /// A statement and the address of its text.
    ///
    /// Hashing a long text takes as long as a small statement's step, and the engine passes the
    /// same string again and again.
    private struct Recent {
        let text: UnsafePointer<UInt8>
        let statement: SQLiteStatement
    }

    /// The statements used last; each keeps its text alive, so its address stays unique.
    @exclusivity(unchecked) private var recent: ContiguousArray<Recent> = []
    /// One save or one find uses fewer; hashing beats comparing many more.
    private static let recentLimit = 8

    private func kept(_ text: String) throws -> SQLiteStatement {
        guard let place = Self.place(of: text) else { return try known(text) }
        for index in recent.indices where recent[index].text == place {
            return recent[index].statement
        }
        let statement = try known(text)
        if Self.place(of: statement.text) == place {
            if recent.count == Self.recentLimit { recent.removeFirst() }
            recent.append(Recent(text: place, statement: statement))
        }
        return statement
    }

    /// The address of a text; `nil` for one of up to 15 bytes, which Swift stores inline.
    @inline(__always)
    private static func place(of text: String) -> UnsafePointer<UInt8>? {
        guard text.utf8.count > 15 else { return nil }
        return text.utf8.withContiguousStorageIfAvailable { $0.baseAddress! }
    }

    private func known(_ text: String) throws -> SQLiteStatement {
        if let known = statements[text] { return known }
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v3(
            handle, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard code == SQLITE_OK, let prepared else { throw error(text) }
        let statement = SQLiteStatement(
            text, handle: prepared, connection: self, tally: statementTally)
        statements[text] = statement
        return statement
    }

    /// Runs a statement once, without keeping it; its rows are discarded.
    func execute(_ text: String) throws {
        statementTally.statements &+= 1
        guard sqlite3_exec(handle, text, nil, nil, nil) == SQLITE_OK else { throw error(text) }
    }

    /// The first column of the first row.
    func scalar(_ text: String) throws -> Int64? {
        let statement = try statement(text)
        defer { statement.reset() }
        return try statement.step() && !statement.isNull(0) ? statement.integer(0) : nil
    }

    /// The number of rows that the last INSERT, UPDATE or DELETE changed.
    var changes: Int { Int(sqlite3_changes(handle)) }

    /// Undoes the open transaction, unless SQLite has already done so itself.
    func rollback() {
        if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
        settledChanges = sqlite3_total_changes64(handle)
        writtenFiles?.didRollBack()
        _ = triggeredRows.take()
        historyNames = [:]
    }

    /// The path of the database's file, as SQLite has resolved it; `nil` for one in memory.
    var databasePath: String? {
        let path = String(cString: sqlite3_db_filename(handle, "main"))
        return path.isEmpty ? nil : path
    }

    /// Makes the running statement fail, from any thread.
    ///
    /// - Precondition: called only while the connection is in use.
    var interrupter: @Sendable () -> Void {
        nonisolated(unsafe) let handle = handle
        return { sqlite3_interrupt(handle) }
    }

    /// Refuses to write to a file that was deleted or moved away.
    ///
    /// The store's path leads elsewhere then, and SQLite would write to a file that is never opened
    /// again.
    ///
    /// - Throws: `SQLITE_READONLY_DBMOVED`.
    func requireInPlace() throws {
        var hasMoved: Int32 = 0
        let code = sqlite3_file_control(handle, nil, SQLITE_FCNTL_HAS_MOVED, &hasMoved)
        guard code == SQLITE_OK, hasMoved != 0 else { return }
        throw SQLiteError(
            code: SQLiteError.fileMoved, message: "the file was deleted or moved away",
            context: "begin a transaction")
    }

    /// Copies the log into the database as far as readers allow, without waiting for them.
    ///
    /// - Returns: the number of copied frames if this is the whole log; `nil` if readers or a
    ///   failure left some.
    func checkpoint() -> Int? {
        var length: Int32 = 0
        var copied: Int32 = 0
        // A checkpoint that fails has lost nothing: the log keeps the pages, and the next commit
        // past the threshold tries again.
        let code = sqlite3_wal_checkpoint_v2(
            handle, nil, SQLITE_CHECKPOINT_PASSIVE, &length, &copied)
        return code == SQLITE_OK && copied == length ? Int(copied) : nil
    }

    func error(_ context: String) -> SQLiteError {
        SQLiteError(
            code: sqlite3_extended_errcode(handle),
            message: String(cString: sqlite3_errmsg(handle)), context: context)
    }
}

extension SQLiteConnection {
    /// The observer of a store's statements; tests count them with it.
    ///
    /// One for all connections of a store. Set before the store is used from several queues.
    final class StatementLog: @unchecked Sendable {
        var observer: (@Sendable (String) -> Void)?
    }
}
