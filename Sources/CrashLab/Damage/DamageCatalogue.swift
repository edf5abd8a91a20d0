import CSQLite
import Foundation

/// Every way in which the stores are damaged.
///
/// If SQLite cannot detect the damage, the documented outcome is expected: a store without its log
/// holds its state before the log; a log ends at its first frame with a wrong checksum; without its
/// journal, an unfinished transaction stays.
enum DamageCatalogue {
    static let all: [DamageCase] = [
        header, pages, shortFiles, others, logs, lostWithLog, journals,
    ].flatMap { $0 }

    private static let header: [DamageCase] = [
        DamageCase("the first sixteen bytes zero", .closed, .corrupt(SQLITE_NOTADB)) {
            $0.overwrite("", at: 0, with: [UInt8](repeating: 0, count: 16))
        },
        DamageCase("the header zero", .closed, .corrupt(SQLITE_NOTADB)) {
            $0.overwrite("", at: 0, with: [UInt8](repeating: 0, count: 100))
        },
        DamageCase("a page size of 3", .closed, .corrupt(SQLITE_NOTADB)) {
            $0.overwrite("", at: 16, with: [0, 3])
        },
        DamageCase("a page size of 8,192", .closed, .corrupt(SQLITE_CORRUPT)) {
            $0.overwrite("", at: 16, with: [0x20, 0])
        },
    ]

    private static let pages: [DamageCase] = [
        DamageCase("the list of tables garbage", .closed, .corrupt(SQLITE_CORRUPT)) {
            $0.overwrite("", at: 100, with: StoreFiles.garbage(500))
        },
        DamageCase("the list of tables empty", .closed, .lost) {
            // A leaf without cells, whose free space ends where the page does.
            $0.overwrite("", at: 100, with: [0x0d, 0, 0, 0, 0, 0x10, 0, 0])
        },
        DamageCase("the notes' root page garbage", .closed, .garbledNotes) {
            $0.garble(page: $0.noteRoot)
        },
        DamageCase("a leaf of the notes garbage", .closed, .garbledNotes) {
            $0.garble(page: $0.noteLeaf)
        },
    ]

    private static let shortFiles: [DamageCase] = [
        DamageCase("cut at half", .closed, .corrupt(SQLITE_CORRUPT)) {
            $0.cut("", to: ($0[""]?.count ?? 0) / 2)
        },
        DamageCase("cut inside page 1", .closed, .corrupt(SQLITE_CORRUPT)) {
            $0.cut("", to: 1_000)
        },
        DamageCase("cut inside the header", .closed, .corrupt(SQLITE_CORRUPT)) {
            $0.cut("", to: 50)
        },
        DamageCase("empty, and nothing beside it", .closed, .new) { $0.cut("", to: 0) },
    ]

    private static let others: [DamageCase] = [
        DamageCase("a text instead", .closed, .corrupt(SQLITE_NOTADB)) {
            $0[""] = Data(repeating: UInt8(ascii: "A"), count: 10_000)
        },
        DamageCase("a directory instead", .closed, .refused(134_080, sqlite: nil)) {
            $0[""] = nil
        } place: {
            try FileManager.default.createDirectory(
                atPath: $0, withIntermediateDirectories: false)
        },
        DamageCase("somebody else's database", .closed, .refused(134_080, sqlite: nil)) {
            $0[""] = nil
        } place: {
            run("CREATE TABLE t(x)", at: $0)
        },
        DamageCase(
            "the metadata dropped", .closed, .refused(134_080, sqlite: nil),
            place: { run("DROP TABLE Z_METADATA", at: $0) }),
    ]

    private static let logs: [DamageCase] = [
        DamageCase("nothing", .withLog, .commit(4)),
        DamageCase(
            "the wal-index garbage", .withLog, .commit(4),
            place: {
                try Data(StoreFiles.garbage(32_768)).write(to: URL(filePath: $0 + "-shm"))
            }),
        DamageCase("a bit of commit 2 in the log", .withLog, .commit(1)) { flip(0, in: &$0) },
        DamageCase("a bit of commit 3 in the log", .withLog, .commit(2)) { flip(1, in: &$0) },
        DamageCase("a bit of commit 4 in the log", .withLog, .commit(3)) { flip(2, in: &$0) },
        DamageCase("the log cut inside commit 3", .withLog, .commit(2)) {
            $0.cut("-wal", to: $0.logCommits[1].upperBound - 100)
        },
        DamageCase("the log cut inside its header", .withLog, .commit(1)) {
            $0.cut("-wal", to: 20)
        },
        DamageCase("the log's header garbage", .withLog, .commit(1)) {
            $0.overwrite("-wal", at: 0, with: StoreFiles.garbage(32))
        },
        DamageCase("the log empty", .withLog, .commit(1)) { $0.cut("-wal", to: 0) },
        DamageCase("the database alone, without its log", .withLog, .commit(1)) {
            $0["-wal"] = nil
        },
        DamageCase("a leaf of the notes garbage", .withLog, .garbledNotes) {
            $0.garble(page: $0.noteLeaf)
        },
    ]

    private static let lostWithLog: [DamageCase] = [
        DamageCase("the database empty, its log left", .withLog, .lost) { $0.cut("", to: 0) },
        DamageCase("the database gone, its log left", .withLog, .lost) { $0[""] = nil },
        DamageCase("the database empty, the wal-index left", .withLog, .lost) {
            $0.cut("", to: 0)
            $0["-wal"] = nil
        } place: {
            try Data(count: 32_768).write(to: URL(filePath: $0 + "-shm"))
        },
        DamageCase("the database empty, its log empty", .withLog, .lost) {
            $0.cut("", to: 0)
            $0.cut("-wal", to: 0)
        },
    ]

    private static let journals: [DamageCase] = [
        DamageCase("nothing", .withJournal, .commit(2)),
        DamageCase("a bit of the journal's first page", .withJournal, .commit(3)) {
            // The sector of the header, the page's number; its checksum looks at every 200th byte
            // from behind.
            $0.flip("-journal", at: 512 + 4 + StoreFiles.pageSize - 200)
        },
        DamageCase("the journal's header garbage", .withJournal, .commit(3)) {
            $0.overwrite("-journal", at: 0, with: StoreFiles.garbage(28))
        },
        DamageCase("the journal cut behind its header", .withJournal, .commit(3)) {
            $0.cut("-journal", to: 512)
        },
        DamageCase("the journal deleted", .withJournal, .commit(3)) { $0["-journal"] = nil },
        DamageCase("the database empty, its journal left", .withJournal, .lost) {
            $0.cut("", to: 0)
        },
    ]

    // MARK: Tools

    /// Flips a bit in the first page of a commit in the log.
    private static func flip(_ commit: Int, in files: inout StoreFiles) {
        files.flip("-wal", at: files.logCommits[commit].lowerBound + 24 + 1_000)
    }

    /// Runs SQL on a file past the engine.
    private static func run(_ text: String, at path: String) {
        var connection: OpaquePointer?
        defer { sqlite3_close(connection) }
        guard sqlite3_open(path, &connection) == SQLITE_OK,
            sqlite3_exec(connection, text, nil, nil, nil) == SQLITE_OK
        else { preconditionFailure("SQLite refused to damage a store by \(text)") }
    }
}

extension DamageExpectation {
    /// A fetch of all notes reads every page of the notes.
    fileprivate static let garbledNotes = DamageExpectation.unreadable(
        CocoaError.fileReadCorruptFile.rawValue, sqlite: SQLITE_CORRUPT)
}
