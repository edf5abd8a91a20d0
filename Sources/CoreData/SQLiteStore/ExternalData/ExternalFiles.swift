import Execution
import Foundation
import Glibc
import Synchronization

/// The files of one store's large values: written by transactions, removed after them.
///
///     BEGIN   write, sync ── COMMIT ··· a whole checkpoint
///             │  the new file   │           └ the file that the row named before goes
///             │                 └ from here on the row names the new one
///             └ no other writer looks for files without a row meanwhile
///
/// A row must never name a file that is missing or short:
/// - A file is written and synced within the transaction whose row names it, before the COMMIT.
/// - A file that no row names any more stays until a checkpoint has copied the whole log behind
///   that COMMIT. The checkpoint has synced the log, so no crash brings the former row back; and
///   there is no reader left, in any process, that sees the former row, because a checkpoint copies
///   no more than every reader sees. Rows in this process's memory read the file before it goes.
/// - Without a log, the next transaction's journal makes the last COMMIT durable, and no reader
///   outlasts a COMMIT: there the file goes after one more transaction that changes rows. One that
///   changes none has no journal.
///
/// No file is left forever either: what a failed or crashed transaction has written, and what was
/// not removed in time, goes when the store is opened; see `ExternalSweep`.
// @unchecked: the mutex guards the state.
final class ExternalFiles: @unchecked Sendable {
    /// The size from which a value lies in a file, in bytes.
    ///
    /// About what is reported of Apple's framework, which documents none.
    static let threshold = 100 << 10

    /// A file that no row of the newest state names.
    struct Doomed: Equatable {
        let name: String
        let bytes: Int
        /// How many transactions that change rows had been committed when the last row gave it up.
        let commit: Int
    }

    fileprivate struct State {
        var folder: ExternalFolder?
        var vfs: ExternalVFS?
        var identity = ""
        var syncFlags: Int32 = 0
        var commits = 0
        /// What the running transaction has done.
        var written: [String] = []
        var givenUp: [String] = []
        var named: Set<String> = []
        var isCommitting = false
        var doomed: [Doomed] = []
        var limit = 0
    }

    private let state = Mutex<State>(State())
    private let execution: any Execution
    let hasLog: Bool
    private let firstLimit: Int
    /// Broken on purpose: `SQLiteStoreOption.removesFilesEarly`.
    private let removesEarly: Bool
    /// Whether the store has attributes whose values may lie in files, or had them when it opened.
    ///
    /// Most have none: their transactions have nothing to keep account of, and take no lock for it.
    private let isUsed = Atomic<Bool>(false)
    /// Whether triggers report which rows name which files; see `ExternalTriggers`.
    let hasTriggers = Atomic<Bool>(false)

    init(_ settings: SQLiteStoreOptions, execution: any Execution) {
        self.execution = execution
        hasLog = settings.journalMode.uppercased() == "WAL"
        removesEarly = settings.removesFilesEarly
        // As much as the log may hold before it is copied, in pages of SQLite's usual size.
        firstLimit = settings.checkpointThreshold * 4096
        state.withLock { $0.limit = firstLimit }
    }

    /// Takes the folder beside the database of a connection, and how its files are synced.
    ///
    /// A database in memory has none, and so no value in a file.
    ///
    /// - Throws: `SQLiteError`.
    func follow(_ connection: SQLiteConnection) throws {
        isUsed.store(true, ordering: .relaxed)
        let path = connection.databasePath
        let level = try connection.scalar("PRAGMA synchronous") ?? 0
        let isFull = try connection.scalar("PRAGMA fullfsync") ?? 0
        let vfs = ExternalVFS(of: connection.handle)
        state.withLock { state in
            state.folder = path.map(ExternalFolder.init)
            state.vfs = vfs
            // SQLITE_SYNC_NORMAL and SQLITE_SYNC_FULL.
            state.syncFlags = level == 0 ? 0 : isFull == 0 ? 2 : 3
            state.identity = state.folder?.identity ?? ""
        }
    }

    /// Takes the folder beside the moved database, if the files are used at all.
    func followMove(to connection: SQLiteConnection) throws {
        if isUsed.load(ordering: .relaxed) { try follow(connection) }
    }

    /// Makes the folder, so that no transaction has to.
    func makeFolder() throws {
        guard let folder else { return }
        try folder.make()
        state.withLock { $0.identity = folder.identity }
    }

    var folder: ExternalFolder? { state.withLock(\.folder) }

    // MARK: Values

    /// Writes a value into a file of its own, and syncs it.
    ///
    /// - Returns: the file's name, or SQLite's result code.
    func write(_ bytes: UnsafeRawBufferPointer) -> Result<String, Failure> {
        let (folder, vfs, flags) = state.withLock { ($0.folder, $0.vfs, $0.syncFlags) }
        guard let folder, let vfs else { return .failure(Failure(code: Failure.cannotOpen)) }
        var name = execution.randomIdentifier()
        // An execution with the seed of an earlier one draws its names once more.
        while access(folder.path(of: name), F_OK) == 0 { name = execution.randomIdentifier() }
        // Noted first: a file that is half written goes with the transaction.
        state.withLock { $0.written.append(name) }
        let code = vfs.write(bytes, to: folder.path(of: name), syncFlags: flags)
        return code == 0 ? .success(name) : .failure(Failure(code: code))
    }

    struct Failure: Error {
        static let cannotOpen: Int32 = 14
        let code: Int32
    }

    /// Whether a value of a size gets a file.
    func liesInFile(_ count: Int) -> Bool { count > Self.threshold && folder != nil }

    /// Reads a file into memory that the caller frees; `nil` if it is missing or unreadable.
    func read(_ name: String) -> UnsafeRawBufferPointer? {
        let (folder, vfs) = state.withLock { ($0.folder, $0.vfs) }
        guard let folder, let vfs else { return nil }
        return vfs.read(folder.path(of: name))
    }

    /// The value in a file, for a row that names it.
    func value(named name: String) -> ExternalValue {
        ExternalValue.of(key(of: name)) { [self] in read(name) }
    }

    private func key(of name: String) -> String { state.withLock(\.identity) + "/" + name }

    // MARK: Transactions

    // Called by the connection that writes, so by one queue at a time.

    /// A row names a file, instead of another one; each may be `nil`.
    func replace(_ former: String?, with next: String?) {
        state.withLock { state in
            if let former, former != next {
                state.named.remove(former)
                state.givenUp.append(former)
            }
            if let next { state.named.insert(next) }
        }
        if removesEarly, let former, former != next {
            remove([Doomed(name: former, bytes: 0, commit: 0)])
        }
    }

    func willCommit() {
        guard isUsed.load(ordering: .relaxed) else { return }
        state.withLock { $0.isCommitting = true }
    }

    /// The transaction is committed: dooms the files that no row names by now.
    ///
    /// - Parameter isEmpty: whether it has changed no row.
    func didCommit(isEmpty: Bool) {
        guard isUsed.load(ordering: .relaxed) else { return }
        let reports = hasTriggers.load(ordering: .relaxed)
        state.withLock { state in
            state.isCommitting = false
            if !isEmpty { state.commits += 1 }
            guard !state.written.isEmpty || !state.givenUp.isEmpty else { return }
            let names = state.givenUp + (reports ? state.written : [])
            doom(names.filter { !state.named.contains($0) }, in: &state)
            state.forgetTransaction()
        }
    }

    /// The transaction is undone, and its files go.
    ///
    /// Not after a COMMIT that failed: its rows may still be in the log, where a crash finds them,
    /// or even stand. What it wrote stays until the store is opened again.
    func didRollBack() {
        guard isUsed.load(ordering: .relaxed) else { return }
        let names = state.withLock { state in
            defer { state.forgetTransaction() }
            return state.isCommitting ? [] : state.written
        }
        guard !names.isEmpty else { return }
        remove(names.map { Doomed(name: $0, bytes: 0, commit: 0) })
    }

    // MARK: Removing

    /// Adds files that no row names.
    func doom(_ names: [String]) {
        state.withLock { doom(names, in: &$0) }
    }

    private func doom(_ names: [String], in state: inout State) {
        for name in names {
            let path = state.folder?.path(of: name) ?? ""
            var status = stat()
            let size = stat(path, &status) == 0 ? Int(status.st_size) : 0
            state.doomed.append(Doomed(name: name, bytes: size, commit: state.commits))
        }
    }

    /// The files that may go once a checkpoint that begins from here on has copied the whole log.
    var doomed: [Doomed] { state.withLock(\.doomed) }

    /// Whether the doomed files take so much room that it is time for a checkpoint.
    var wantCheckpoint: Bool {
        guard hasLog, isUsed.load(ordering: .relaxed) else { return false }
        return state.withLock { $0.doomed.reduce(0) { $0 + $1.bytes } >= $0.limit }
    }

    /// A checkpoint that began after `doomed` was read is over.
    ///
    /// - Parameter isWhole: whether it has copied the whole log. If not, a reader still sees a
    ///   former state, and the next try waits for twice as much room.
    func didCheckpoint(_ doomed: [Doomed], isWhole: Bool) {
        if isWhole { remove(doomed) }
        state.withLock { state in
            state.limit = isWhole ? firstLimit : state.limit * 2
        }
    }

    /// Removes what transactions before the last one gave up, in a store without a log.
    func removeSettled() {
        guard !hasLog, isUsed.load(ordering: .relaxed) else { return }
        let settled = state.withLock { state in
            state.doomed.filter { $0.commit < state.commits }
        }
        remove(settled)
    }

    private func remove(_ files: [Doomed]) {
        guard !files.isEmpty else { return }
        let (folder, vfs) = state.withLock { ($0.folder, $0.vfs) }
        guard let folder, let vfs else { return }
        let gone = files.filter { file in
            ExternalValue.release(key(of: file.name))
                && vfs.delete(folder.path(of: file.name))
        }
        let names = Set(gone.map(\.name))
        state.withLock { $0.doomed.removeAll { names.contains($0.name) } }
    }
}

extension ExternalFiles.State {
    fileprivate mutating func forgetTransaction() {
        written = []
        givenUp = []
        named = []
        isCommitting = false
    }
}
