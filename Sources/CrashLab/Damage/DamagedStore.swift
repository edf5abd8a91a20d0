import Execution
import Foundation
import StoreIO
import Synchronization

/// The stores that are damaged: written by the engine, in several commits.
///
///     commit 1   notes enough for several pages      ─ all that the closed part holds
///     commit 2   three notes more                    ┐
///     commit 3   notes changed and deleted           ├ in the log, or in the database
///     commit 4   cities and a country                ┘
enum DamagedStore: String, CaseIterable, Sendable {
    /// All in the database, nothing beside it.
    case closed = "closed"
    /// Commits 2 to 4 in the log: the process was killed.
    case withLog = "with a log"
    /// Killed in commit 3, journal mode DELETE: all its pages are in the database, and the journal
    /// is there.
    case withJournal = "with a journal"

    static let script = DamageScript(
        operations: [
            DamageStep(index: 1, inserted: [1, 2, 3]),
            DamageStep(index: 2, changed: [1, 100, 150], deleted: [2]),
            DamageStep(index: 3, cities: [1, 2, 3], country: "BB"),
        ],
        base: DamageStep(
            index: 0, inserted: Array(100..<500), cities: [100], country: "AA"))

    var mode: StoreMode {
        self == .withJournal ? StoreMode(.delete, .full) : StoreMode(.wal, .full)
    }

    /// Writes the store at a path, and returns its files; nothing stays there.
    ///
    /// - Throws: the coordinator's error.
    func make(at path: String) throws -> StoreFiles {
        defer { StoreFiles.remove(at: path) }
        let folder = URL(filePath: path).deletingLastPathComponent().path
        let store = try DamageWriter(mode, script: Self.script, in: folder)
        try store.template.write(to: path)
        switch self {
        case .closed:
            try store.write(Self.script.operations, at: path) {}
            return StoreFiles(at: path)
        case .withLog:
            var files: StoreFiles?
            try store.write(Self.script.operations, at: path) { files = StoreFiles(at: path) }
            return files ?? StoreFiles(at: path)
        case .withJournal:
            let moment = JournalMoment(path: path)
            try store.write([Self.script.operations[0]], at: path) {}
            let trace = try StoreTrace(databaseAt: path, environment: moment)
            defer { trace.end() }
            try store.write([Self.script.operations[1]], at: path) {}
            return moment.files ?? StoreFiles(at: path)
        }
    }
}

/// Keeps the files of the moment before the database is synced for the first time: all pages of the
/// transaction are in it, and the journal is there.
private final class JournalMoment: StoreTraceEnvironment {
    private let path: String
    private let kept = Mutex<StoreFiles?>(nil)

    init(path: String) {
        self.path = path
    }

    var files: StoreFiles? { kept.withLock { $0 } }

    var now: Instant { Instant(nanoseconds: 0) }

    func willCall(_ call: StoreCall, _ file: StoreFile, bytes: Int) {
        guard call == .sync, file == .main else { return }
        kept.withLock { if $0 == nil { $0 = StoreFiles(at: path) } }
    }

    func didCall(_ call: StoreCall, _ file: StoreFile, bytes: Int) {}

    func willLockWALIndex() {}
}
