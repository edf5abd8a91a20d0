import Foundation

/// Reads and deletes the history of one store, on one of its connections.
///
/// A store's history has no holes: numbers follow each other, and what is deleted are the oldest.
///
///     1 2 3 4 │ 5 6 7 8         1–4 are deleted, a save will be 9
///               ▲     ▲
///     first ────┘     └──── last
struct HistoryReader {
    /// One row of `ATRANSACTION`.
    struct Transaction {
        let number: Int64
        let timestamp: Double
        let author: String?
        let bundle: String
        let context: String?
        let process: String
    }

    /// One row of `ACHANGE`.
    struct Change {
        let number: Int64
        let kind: Int64
        let key: ObjectKey
        let transaction: Int64
        let updated: Set<NSPropertyDescription>?
        let tombstone: [String: Any]?
    }

    private let store: SQLiteStore
    private let history: StoreHistory
    private let connection: SQLiteConnection

    init(_ store: SQLiteStore, _ history: StoreHistory, _ connection: SQLiteConnection) {
        self.store = store
        self.history = history
        self.connection = connection
    }

    /// The number of the newest transaction ever; 0 if there was none.
    func last() throws -> Int64 {
        try connection.scalar(
            "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(HistorySchema.transaction)") ?? 0
    }

    /// Whether history after a transaction is complete: the transaction is there, or the newest, or
    /// none has ever been deleted.
    func isKnown(_ number: Int64) throws -> Bool {
        let first = try connection.scalar("SELECT min(Z_PK) FROM ATRANSACTION")
        let last = try last()
        if number == last { return true }
        guard let first else { return false }
        return number < last && (number >= first || number == 0 && first == 1)
    }

    /// The transactions after one, the oldest first.
    func transactions(after number: Int64) throws -> [Transaction] {
        let statement = try connection.statement(Self.transactionsText)
        defer { statement.reset() }
        statement.bind(number, at: 1)
        var transactions: [Transaction] = []
        while try statement.step() {
            if transactions.isEmpty { store.execution.interaction() }
            transactions.append(
                Transaction(
                    number: statement.integer(0), timestamp: statement.double(1),
                    author: statement.text(2), bundle: statement.text(3) ?? "",
                    context: statement.text(4), process: statement.text(5) ?? ""))
        }
        store.execution.charge(.rowsStepped, transactions.count)
        return transactions
    }

    /// The number of the last transaction before a date and of all before it; 0 for none.
    ///
    /// Where the clock went back, an older transaction may have a later date: then it ends there.
    func lastTransaction(before date: Double) throws -> Int64 {
        let statement = try connection.statement(
            "SELECT min(Z_PK) FROM ATRANSACTION WHERE ZTIMESTAMP >= ?")
        defer { statement.reset() }
        statement.bind(date, at: 1)
        guard try statement.step(), !statement.isNull(0) else { return try last() }
        return statement.integer(0) - 1
    }

    private static let transactionsText: String = {
        func name(_ column: String, _ table: String) -> String {
            "coalesce(t.\(column), \(table).ZNAME)"
        }
        func join(_ column: String, _ table: String) -> String {
            " LEFT JOIN ATRANSACTIONSTRING \(table) ON \(table).Z_PK = t.\(column)"
        }
        return """
            SELECT t.Z_PK, t.ZTIMESTAMP, \(name("ZAUTHOR", "a")), \(name("ZBUNDLEID", "b")), \
            \(name("ZCONTEXTNAME", "c")), \(name("ZPROCESSID", "p")) FROM ATRANSACTION t\
            \(join("ZAUTHORTS", "a"))\(join("ZBUNDLEIDTS", "b"))\(join("ZCONTEXTNAMETS", "c"))\
            \(join("ZPROCESSIDTS", "p")) WHERE t.Z_PK > ? ORDER BY t.Z_PK
            """
    }()

    /// The changes of the transactions after one, the oldest first.
    func changes(after number: Int64) throws -> [Change] {
        let tombstones = (0..<history.tombstoneCount).map { ", ZTOMBSTONE\($0)" }.joined()
        let statement = try connection.statement(
            """
            SELECT Z_PK, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS\(tombstones) \
            FROM ACHANGE WHERE ZTRANSACTIONID > ? ORDER BY ZTRANSACTIONID, Z_PK
            """)
        defer { statement.reset() }
        statement.bind(number, at: 1)
        var changes: [Change] = []
        while try statement.step() {
            let entity = Int(statement.integer(2)), row = statement.integer(3)
            // What a later version of the model wrote, and no entity of this one has.
            guard entity > 0, entity <= store.model.count, row > 0,
                row <= ObjectKey.highestNumber
            else { continue }
            changes.append(
                change(
                    statement, ObjectKey(store: store.number, entity: entity, number: row)))
        }
        store.execution.charge(.rowsStepped, changes.count)
        store.execution.charge(.changesRead, changes.count)
        return changes
    }

    private func change(_ statement: SQLiteStatement, _ key: ObjectKey) -> Change {
        let shape = history.shape(of: store.model[key.entity])
        let kind = statement.integer(1)
        var tombstone: [String: Any]?
        if kind == HistoryWriter.Kind.delete.rawValue, !shape.preserved.isEmpty {
            var values: [String: Any] = [:]
            for (index, slot) in shape.preserved.enumerated() {
                values[slot.name] = statement.value(of: slot, at: Int32(6 + index))
            }
            tombstone = values
        }
        return Change(
            number: statement.integer(0), kind: kind, key: key,
            transaction: statement.integer(4),
            updated: statement.isNull(5) ? nil : shape.properties(of: statement.bytes(5)),
            tombstone: tombstone)
    }

    /// Deletes all transactions up to one, with their changes.
    ///
    /// - Precondition: in a transaction.
    /// - Returns: how many transactions.
    func delete(upTo number: Int64) throws -> Int {
        let deleted = try HistorySchema.delete(upTo: number, connection)
        store.execution.charge(.rowsBound, deleted.transactions + deleted.changes)
        return deleted.transactions
    }
}

extension SQLiteStatement {
    /// The value of a column in the form that key-value access has for an attribute.
    fileprivate func value(of slot: Slot, at column: Int32) -> Any? {
        guard !isNull(column) else { return nil }
        switch slot.kind {
        case .integer16, .integer32, .integer64: return NSNumber(value: integer(column))
        case .boolean: return NSNumber(value: integer(column) != 0)
        case .double, .float: return NSNumber(value: double(column))
        case .date: return Date(timeIntervalSinceReferenceDate: double(column))
        case .transformable:
            return ValueTransformers.value(of: Data(bytes(column)), of: slot.attribute)
        case .toOne: return nil
        default: return Row.decode(bytes(column), as: slot.kind)
        }
    }
}

extension SQLiteStatement {
    /// The value of a column of an attribute, as it is stored.
    func binding(of slot: Slot, at column: Int32) -> SQLBinding {
        guard !isNull(column) else { return .null }
        switch slot.kind.columnType {
        case "INTEGER": return .integer(integer(column))
        case "FLOAT", "TIMESTAMP": return .double(double(column))
        case "BLOB": return .blob(Data(bytes(column)))
        default: return .text(text(column) ?? "")
        }
    }
}
