import CSQLite
import CoreData
import Foundation

/// One store for many programs, emptied between them, and a connection of its own beside the
/// engine's, through which SQLite reads the file.
package final class LifeStore {
    /// The content of the file: rows by number, and the number of each key.
    struct Contents {
        var rows: [Int: LifeWorld.Row] = [:]
        var keys: [Int: Int64] = [:]
    }

    package let coordinator: NSPersistentStoreCoordinator
    private let folder: URL
    private var handle: OpaquePointer?
    private var statements: [LifeProgram.Kind: OpaquePointer] = [:]

    package init() throws {
        // In memory, where the machine has such a folder: programs are about contexts, not disks.
        let memory = URL(fileURLWithPath: "/dev/shm")
        let isThere = FileManager.default.isWritableFile(atPath: memory.path)
        folder = (isThere ? memory : FileManager.default.temporaryDirectory)
            .appendingPathComponent("core-data-lives-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        coordinator = NSPersistentStoreCoordinator(managedObjectModel: LifeModel.make())
        let url = folder.appendingPathComponent("store.sqlite")
        try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: url,
            options: [NSSQLitePragmasOption: ["synchronous": "OFF"]])
        precondition(sqlite3_open(url.path, &handle) == SQLITE_OK)
        // A reader that meets a half-written WAL index takes the writer's lock for a moment.
        sqlite3_busy_timeout(handle, 10_000)
        for kind in LifeProgram.Kind.allCases {
            let box = kind == .item ? "(SELECT ZN FROM ZBOX WHERE Z_PK = ZBOX)" : "NULL"
            let table = "Z\(kind.rawValue.uppercased())"
            let text = "SELECT Z_PK, ZN, ZF, ZX, ZY, ZW, ZP, \(box), Z_OPT FROM \(table)"
            let code = sqlite3_prepare_v2(handle, text, -1, &statements[kind], nil)
            precondition(code == SQLITE_OK, String(cString: sqlite3_errmsg(handle)))
        }
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
        let code = sqlite3_exec(
            handle, "BEGIN IMMEDIATE; DELETE FROM ZITEM; DELETE FROM ZBOX; COMMIT", nil, nil, nil)
        precondition(code == SQLITE_OK, String(cString: sqlite3_errmsg(handle)))
    }

    func read() -> Contents {
        var contents = Contents()
        for kind in LifeProgram.Kind.allCases {
            let statement = statements[kind]
            func column(_ index: Int32) -> Int? {
                sqlite3_column_type(statement, index) == SQLITE_NULL
                    ? nil : Int(sqlite3_column_int64(statement, index))
            }
            while sqlite3_step(statement) == SQLITE_ROW {
                let number = column(1) ?? -1
                var row = LifeWorld.Row(kind, x: column(3), flags: column(2) ?? -1)
                row[.y] = column(4)
                row[.w] = column(5)
                row[.p] = column(6)
                row[.box] = column(7)
                row.version = column(8) ?? -1
                contents.rows[number] = row
                contents.keys[number] = sqlite3_column_int64(statement, 0)
            }
            let code = sqlite3_reset(statement)
            precondition(code == SQLITE_OK, String(cString: sqlite3_errmsg(handle)))
        }
        return contents
    }
}
