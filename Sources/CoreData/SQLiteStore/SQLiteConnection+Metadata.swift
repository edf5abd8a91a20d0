import Foundation

extension SQLiteConnection {
    /// Whether the database has a table.
    func hasTable(_ name: String) throws -> Bool {
        let statement = try statement(
            "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?")
        defer { statement.reset() }
        statement.bind(name, at: 1)
        return try statement.step()
    }

    /// The identifier and the property list of the store in the database.
    ///
    /// - Throws: `SQLiteError`; 134080 if the database is not a store.
    func readMetadata(_ path: String) throws -> (identifier: String, plist: [String: Any]) {
        guard try hasTable("Z_METADATA") else {
            throw CoreDataError.cannotOpen(
                path, "it is a SQLite database, but not a Core Data store")
        }
        let statement = try statement("SELECT Z_UUID, Z_PLIST FROM Z_METADATA")
        defer { statement.reset() }
        guard try statement.step() else {
            throw CoreDataError.cannotOpen(path, "its metadata is missing")
        }
        let identifier = statement.text(0) ?? ""
        var plist = try StoreMetadata.decode(Data(statement.bytes(1)), path)
        // The table has the UUID in a column of its own; Apple's property lists lack these two.
        plist[NSStoreUUIDKey] = identifier
        if plist[NSStoreTypeKey] == nil { plist[NSStoreTypeKey] = NSSQLiteStoreType }
        return (identifier, plist)
    }

    /// Replaces identifier and property list, inside the caller's transaction.
    ///
    /// - Throws: `SQLiteError`; 134030 for metadata that are not a property list.
    func writeMetadata(_ identifier: String, _ metadata: [String: Any]) throws {
        let plist = try StoreMetadata.encode(metadata)
        let statement = try statement(
            "INSERT OR REPLACE INTO Z_METADATA (Z_VERSION, Z_UUID, Z_PLIST) VALUES (1, ?, ?)")
        statement.bind(identifier, at: 1)
        plist.withUnsafeBytes { statement.bindBlob($0, at: 2, isStatic: false) }
        try statement.run()
    }

    /// The archive of the model that the store was written with; `nil` if the store has none.
    ///
    /// - Throws: `SQLiteError`.
    func readModel() throws -> Data? {
        guard try hasTable("Z_MODELCACHE") else { return nil }
        let statement = try statement("SELECT Z_CONTENT FROM Z_MODELCACHE")
        defer { statement.reset() }
        return try statement.step() ? Data(statement.bytes(0)) : nil
    }

    /// Keeps a model in the store, so that later versions can be inferred from it.
    func writeModel(_ model: ModelLayout) throws {
        let archive = try model.archive()
        try execute("CREATE TABLE IF NOT EXISTS Z_MODELCACHE (Z_CONTENT BLOB)")
        try execute("DELETE FROM Z_MODELCACHE")
        let statement = try statement("INSERT INTO Z_MODELCACHE (Z_CONTENT) VALUES (?)")
        archive.withUnsafeBytes { statement.bindBlob($0, at: 1, isStatic: false) }
        try statement.run()
    }

    /// Runs `body` in a transaction, which is rolled back if `body` throws.
    func transaction<T>(_ kind: String, _ body: () throws -> T) throws -> T {
        try execute("BEGIN \(kind)")
        do {
            let result = try body()
            try finishing { try execute("COMMIT") }
            return result
        } catch {
            rollback()
            throw error
        }
    }
}
