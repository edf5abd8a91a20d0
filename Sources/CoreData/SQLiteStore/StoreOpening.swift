import Execution
import Foundation

/// Makes the tables of a new file, or checks that an existing one was written with this model.
struct StoreOpening {
    /// Our mark in the metadata; a store without it was written by somebody else.
    private static let frameworkKey = "LabCoreDataVersion"
    private static let frameworkVersion = 1

    private let store: SQLiteStore
    private let connection: SQLiteConnection

    init(_ store: SQLiteStore, _ connection: SQLiteConnection) {
        self.store = store
        self.connection = connection
    }

    /// - Throws: `SQLiteError`; 134100 when the model is not the store's; 134080 for a file that
    ///   holds something else.
    func run(_ execution: any Execution) throws {
        let tables = try connection.scalar("SELECT count(*) FROM sqlite_master") ?? 0
        if tables == 0 {
            guard !store.settings.isReadOnly else {
                throw CoreDataError.cannotOpen(
                    store.settings.path, "the file is empty and may not be written")
            }
            try create(execution)
        } else {
            try check()
        }
    }

    private func create(_ execution: any Execution) throws {
        store.identifier = Self.identifier(execution)
        store.metadata = [
            NSStoreTypeKey: NSSQLiteStoreType,
            NSStoreUUIDKey: store.identifier!,
            NSStoreModelVersionHashesKey: store.model.model.entityVersionHashesByName,
            "_NSAutoVacuumLevel": "2",
            Self.frameworkKey: Self.frameworkVersion,
        ]
        try connection.execute("BEGIN EXCLUSIVE")
        do {
            for statement in SQLiteSchema(store.model).createStatements {
                try connection.execute(statement)
            }
            try writeMetadata()
            try connection.execute("COMMIT")
        } catch {
            connection.rollback()
            throw error
        }
    }

    private func writeMetadata() throws {
        let plist = try PropertyListSerialization.data(
            fromPropertyList: store.metadata!, format: .binary, options: 0)
        let statement = try connection.statement(
            "INSERT OR REPLACE INTO Z_METADATA (Z_VERSION, Z_UUID, Z_PLIST) VALUES (1, ?, ?)")
        statement.bind(store.identifier, at: 1)
        plist.withUnsafeBytes { statement.bindBlob($0, at: 2, isStatic: false) }
        try statement.run()
    }

    private func check() throws {
        guard
            try connection.scalar(
                "SELECT count(*) FROM sqlite_master WHERE name = 'Z_METADATA'") == 1
        else {
            throw CoreDataError.cannotOpen(
                store.settings.path, "it is a SQLite database, but no Core Data store")
        }
        try readMetadata()
        let hashes = store.metadata[NSStoreModelVersionHashesKey] as? [String: Data] ?? [:]
        if hashes == store.model.model.entityVersionHashesByName { return }
        // Apple's hashes are not ours; a store of Apple's is judged by its columns.
        if store.metadata[Self.frameworkKey] == nil, try hasAllColumns() { return }
        throw CoreDataError.incompatibleModel(store.settings.path)
    }

    private func readMetadata() throws {
        let statement = try connection.statement("SELECT Z_UUID, Z_PLIST FROM Z_METADATA")
        defer { statement.reset() }
        guard try statement.step() else {
            throw CoreDataError.cannotOpen(store.settings.path, "its metadata is missing")
        }
        store.identifier = statement.text(0)
        let plist = try PropertyListSerialization.propertyList(
            from: Data(statement.bytes(1)), options: [], format: nil)
        store.metadata = plist as? [String: Any] ?? [:]
    }

    private func hasAllColumns() throws -> Bool {
        for (table, columns) in SQLiteSchema(store.model).requiredColumns {
            let statement = try connection.statement("SELECT name FROM pragma_table_info(?)")
            statement.bind(table, at: 1)
            var present = Set<String>()
            while try statement.step() { present.insert(statement.text(0) ?? "") }
            statement.reset()
            guard present.isSuperset(of: columns) else { return false }
        }
        return true
    }

    /// A UUID of version 4, from the execution's random bits.
    private static func identifier(_ execution: any Execution) -> String {
        var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        withUnsafeMutableBytes(of: &bytes) { buffer in
            buffer.storeBytes(of: execution.randomBits(), as: UInt64.self)
            buffer.storeBytes(of: execution.randomBits(), toByteOffset: 8, as: UInt64.self)
            buffer[6] = buffer[6] & 0x0F | 0x40
            buffer[8] = buffer[8] & 0x3F | 0x80
        }
        return UUID(uuid: bytes).uuidString
    }
}
