import CSQLite
import CoreData
import Foundation

/// One store for many programs, emptied between them, and a connection of its own beside the
/// engine's, through which SQLite reads the file.
package final class ProgramStore {
    package let coordinator: NSPersistentStoreCoordinator
    private let folder: URL
    private var handle: OpaquePointer?
    private var statements: [String: OpaquePointer] = [:]

    package init() throws {
        // In memory, where the machine has such a folder: programs are about contexts, not disks.
        let memory = URL(fileURLWithPath: "/dev/shm")
        let isThere = FileManager.default.isWritableFile(atPath: memory.path)
        folder = (isThere ? memory : FileManager.default.temporaryDirectory)
            .appendingPathComponent("core-data-programs-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        coordinator = NSPersistentStoreCoordinator(managedObjectModel: ProgramModel.make())
        let url = folder.appendingPathComponent("store.sqlite")
        try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: url,
            options: [NSSQLitePragmasOption: ["synchronous": "OFF"]])
        precondition(sqlite3_open(url.path, &handle) == SQLITE_OK)
        // A reader that meets a half-written WAL index takes the writer's lock for a moment.
        sqlite3_busy_timeout(handle, 10_000)
    }

    deinit {
        for statement in statements.values { sqlite3_finalize(statement) }
        sqlite3_close(handle)
        for store in coordinator.persistentStores { try? coordinator.remove(store) }
        try? FileManager.default.removeItem(at: folder)
    }

    /// Empties the tables, past the engine.
    ///
    /// - Precondition: no context of the coordinator is alive.
    func clear() {
        let deletions = ["ZAUTHOR", "ZBOOK", "ZTAG", "Z_2TAGS"].map { "DELETE FROM \($0);" }
        let code = sqlite3_exec(
            handle, "BEGIN IMMEDIATE; \(deletions.joined()) COMMIT", nil, nil, nil)
        precondition(code == SQLITE_OK, String(cString: sqlite3_errmsg(handle)))
    }

    /// The store's content, in the model's form.
    func read() -> (rows: [Int: ExpectedWorld.Row], pairs: Set<ExpectedWorld.Pair>) {
        var rows: [Int: ExpectedWorld.Row] = [:]
        for (kind, author) in [
            (Program.Kind.author, "NULL"), (.tag, "NULL"),
            // A reference that leads nowhere shows as −1.
            (
                .book,
                """
                CASE WHEN ZAUTHOR IS NULL THEN NULL ELSE \
                ifnull((SELECT ZN FROM ZAUTHOR a WHERE a.Z_PK = ZBOOK.ZAUTHOR), -1) END
                """
            ),
        ] {
            let table = "Z" + kind.rawValue.uppercased()
            step("SELECT ZN, ZX, ZY, \(author), Z_OPT FROM \(table)") { column in
                rows[column(0) ?? -1] = ExpectedWorld.Row(
                    kind: kind, x: column(1), y: column(2), author: column(3),
                    version: column(4) ?? -1)
            }
        }
        var pairs: Set<ExpectedWorld.Pair> = []
        step(
            """
            SELECT (SELECT ZN FROM ZBOOK WHERE Z_PK = Z_2BOOKS), \
            (SELECT ZN FROM ZTAG WHERE Z_PK = Z_3TAGS) FROM Z_2TAGS
            """
        ) { column in
            pairs.insert(ExpectedWorld.Pair(book: column(0) ?? -1, tag: column(1) ?? -1))
        }
        return (rows, pairs)
    }

    private func step(_ text: String, _ body: ((Int32) -> Int?) -> Void) {
        if statements[text] == nil {
            var statement: OpaquePointer?
            let code = sqlite3_prepare_v2(handle, text, -1, &statement, nil)
            precondition(code == SQLITE_OK, String(cString: sqlite3_errmsg(handle)))
            statements[text] = statement
        }
        let statement = statements[text]!
        while sqlite3_step(statement) == SQLITE_ROW {
            body { column in
                sqlite3_column_type(statement, column) == SQLITE_NULL
                    ? nil : Int(sqlite3_column_int64(statement, column))
            }
        }
        let code = sqlite3_reset(statement)
        precondition(code == SQLITE_OK, String(cString: sqlite3_errmsg(handle)))
    }
}
