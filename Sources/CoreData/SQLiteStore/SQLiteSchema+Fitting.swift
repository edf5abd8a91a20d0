import Foundation

extension SQLiteSchema {
    /// Whether a database has exactly the model's tables and columns, and numbers its entities
    /// alike.
    ///
    /// Checks a store whose version hashes are another framework's. An additional column belongs to
    /// another version of the model, whose values this one would lose. Tables that Apple's
    /// framework keeps for itself begin with other letters than `Z`, and R-tree indexes are virtual
    /// tables.
    ///
    /// - Throws: `SQLiteError`.
    func fits(_ connection: SQLiteConnection) throws -> Bool {
        guard try numbersFit(connection) else { return false }
        var present = try Self.columns(in: connection)
        for (table, columns) in requiredColumns {
            guard var found = present.removeValue(forKey: table) else { return false }
            for (name, type) in columns {
                guard found.removeValue(forKey: name) == type else { return false }
            }
            guard found.isEmpty else { return false }
        }
        return present.isEmpty
    }

    /// The declared types of all columns in tables of rows and of pairs.
    private static func columns(
        in connection: SQLiteConnection
    ) throws -> [String: [String: String]] {
        let statement = try connection.statement(
            """
            SELECT t.name, c.name, c.type FROM pragma_table_list t, pragma_table_info(t.name) c \
            WHERE t.schema = 'main' AND t.type = 'table' AND t.name GLOB 'Z*' AND t.name NOT IN \
            ('Z_PRIMARYKEY', 'Z_METADATA', 'Z_MODELCACHE')
            """)
        defer { statement.reset() }
        var columns: [String: [String: String]] = [:]
        while try statement.step() {
            // `VARCHAR(255)` is `VARCHAR`.
            let type = (statement.text(2) ?? "").uppercased().prefix { $0 != "(" }
            columns[statement.text(0) ?? "", default: [:]][statement.text(1) ?? ""] = String(type)
        }
        return columns
    }

    /// Whether a database numbers its entities as the model does.
    ///
    /// - Throws: `SQLiteError`.
    func numbersFit(_ connection: SQLiteConnection) throws -> Bool {
        guard try connection.hasTable("Z_PRIMARYKEY") else { return false }
        let statement = try connection.statement(
            "SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY ORDER BY Z_ENT")
        defer { statement.reset() }
        var found: [String] = []
        // From 16000 on, the numbers belong to tables that Apple's framework keeps for itself.
        while try statement.step(), statement.integer(0) < 16_000 {
            let numbers = "\(statement.integer(0)) \(statement.integer(2))"
            found.append("\(numbers) \(statement.text(1) ?? "")")
        }
        return found
            == numberedEntities.map {
                "\($0.number) \(Self.superNumber(of: $0)) \($0.entity.name ?? "")"
            }
    }
}
