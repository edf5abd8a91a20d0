import Foundation

extension SQLiteSchema {
    /// Whether a database has every table and column of the model, and numbers its entities alike:
    /// what can be asked of a store whose version hashes are somebody else's.
    ///
    /// - Throws: `SQLiteError`.
    func fits(_ connection: SQLiteConnection) throws -> Bool {
        guard try numbersFit(connection) else { return false }
        for (table, columns) in requiredColumns {
            let statement = try connection.statement("SELECT name FROM pragma_table_info(?)")
            defer { statement.reset() }
            statement.bind(table, at: 1)
            var present = Set<String>()
            while try statement.step() { present.insert(statement.text(0) ?? "") }
            guard present.isSuperset(of: columns) else { return false }
        }
        return true
    }

    private func numbersFit(_ connection: SQLiteConnection) throws -> Bool {
        guard try connection.hasTable("Z_PRIMARYKEY") else { return false }
        let statement = try connection.statement(
            "SELECT Z_ENT, Z_NAME FROM Z_PRIMARYKEY ORDER BY Z_ENT")
        defer { statement.reset() }
        var found: [String] = []
        // Numbers from 16000 on are those of tables that Apple's framework keeps for itself.
        while try statement.step(), statement.integer(0) < 16_000 {
            found.append("\(statement.integer(0)) \(statement.text(1) ?? "")")
        }
        return found == numberedEntities.map { "\($0.number) \($0.entity.name ?? "")" }
    }
}
