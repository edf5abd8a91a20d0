/// The tables of persistent history, in the layout of Apple's stores.
///
///     ATRANSACTION         one row for each save and batch request
///     ACHANGE              one row for each object that it touched
///     ATRANSACTIONSTRING   the names of authors, contexts and processes, each once
///
/// Their highest keys are in `Z_PRIMARYKEY`, so that no number comes twice, even if all history is
/// deleted.
enum HistorySchema {
    /// The numbers of the tables in `Z_ENT`.
    static let change = 16_001, transaction = 16_002, string = 16_003

    /// Creates the tables, or adds columns for values that the model has begun to preserve.
    ///
    /// - Throws: `SQLiteError`.
    static func install(_ connection: SQLiteConnection, tombstones: Int) throws {
        let present = try tombstoneColumns(connection)
        guard try !connection.hasTable("ATRANSACTION") || present < tombstones else { return }
        try connection.transaction("IMMEDIATE") {
            for statement in statements { try connection.execute(statement) }
            for index in present..<max(present, tombstones) {
                try connection.execute("ALTER TABLE ACHANGE ADD COLUMN ZTOMBSTONE\(index) BLOB")
            }
        }
    }

    /// Whether the store has transactions.
    static func hasHistory(_ connection: SQLiteConnection) throws -> Bool {
        guard try connection.hasTable("ATRANSACTION") else { return false }
        return try connection.scalar("SELECT 1 FROM ATRANSACTION LIMIT 1") != nil
    }

    /// The number of columns for values of deleted objects.
    private static func tombstoneColumns(_ connection: SQLiteConnection) throws -> Int {
        let count = try connection.scalar(
            "SELECT count(*) FROM pragma_table_info('ACHANGE') WHERE name GLOB 'ZTOMBSTONE*'")
        return Int(count ?? 0)
    }

    /// Deletes all transactions up to one, with their changes; names stay.
    ///
    /// - Precondition: in a transaction.
    /// - Returns: how many transactions, and how many changes.
    static func delete(
        upTo number: Int64, _ connection: SQLiteConnection
    ) throws -> (transactions: Int, changes: Int) {
        var counts: [Int] = []
        for (table, column) in [("ACHANGE", "ZTRANSACTIONID"), ("ATRANSACTION", "Z_PK")] {
            let statement = try connection.statement("DELETE FROM \(table) WHERE \(column) <= ?")
            statement.bind(number, at: 1)
            try statement.run()
            counts.append(connection.changes)
        }
        return (transactions: counts[1], changes: counts[0])
    }

    private static let key = "Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER"

    private static let statements = [
        """
        CREATE TABLE IF NOT EXISTS ATRANSACTION (\(key), ZAUTHORTS INTEGER, ZBUNDLEIDTS INTEGER, \
        ZCONTEXTNAMETS INTEGER, ZPROCESSIDTS INTEGER, ZTIMESTAMP FLOAT, ZAUTHOR VARCHAR, \
        ZBUNDLEID VARCHAR, ZCONTEXTNAME VARCHAR, ZPROCESSID VARCHAR, ZQUERYGEN BLOB)
        """,
        """
        CREATE TABLE IF NOT EXISTS ACHANGE (\(key), ZCHANGETYPE INTEGER, ZENTITY INTEGER, \
        ZENTITYPK INTEGER, ZTRANSACTIONID INTEGER, ZCOLUMNS BLOB)
        """,
        "CREATE TABLE IF NOT EXISTS ATRANSACTIONSTRING (\(key), ZNAME VARCHAR)",
        "CREATE INDEX IF NOT EXISTS ACHANGE_ZTRANSACTIONID_INDEX ON ACHANGE (ZTRANSACTIONID)",
        """
        INSERT OR IGNORE INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES \
        (\(change), 'CHANGE', 0, 0), (\(transaction), 'TRANSACTION', 0, 0), \
        (\(string), 'TRANSACTIONSTRING', 0, 0)
        """,
    ]
}
