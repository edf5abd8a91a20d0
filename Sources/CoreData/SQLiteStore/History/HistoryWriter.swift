import Foundation

/// Records what one transaction of data does, in the same transaction of SQLite.
///
/// So there is no crash after which one of the two is there without the other. Changes are written
/// a few hundred at a time, because a batch request may have millions of them.
final class HistoryWriter {
    /// The kinds of changes, as Apple's tables number them.
    enum Kind: Int64 {
        case insert, update, delete
    }

    private struct Change {
        let kind: Kind
        let key: ObjectKey
        let columns: [UInt8]?
        let tombstone: [SQLBinding]
    }

    /// How many changes get their keys together.
    ///
    /// Few enough to cost no memory, enough to make updates of `Z_PRIMARYKEY` rare.
    private static let limit = 256

    private let history: StoreHistory
    private let store: SQLiteStore
    private let connection: SQLiteConnection
    private let insertion: String
    private var waiting: [Change] = []
    /// The number of the transaction, once it has a change.
    private(set) var number: Int64?

    /// - Precondition: inside the transaction, on the writer's connection.
    init(_ history: StoreHistory, _ store: SQLiteStore, _ connection: SQLiteConnection) {
        self.history = history
        self.store = store
        self.connection = connection
        insertion = history.insertion
    }

    /// Records an object that was inserted.
    func insert(_ key: ObjectKey) throws {
        try add(Change(kind: .insert, key: key, columns: nil, tombstone: []))
    }

    /// Records an object that was updated, with the bits of its shape.
    func update(_ key: ObjectKey, _ columns: [UInt8]) throws {
        try add(Change(kind: .update, key: key, columns: columns, tombstone: []))
    }

    /// Records an object that was deleted, with its preserved values.
    func delete(_ key: ObjectKey, _ tombstone: [SQLBinding]) throws {
        try add(Change(kind: .delete, key: key, columns: nil, tombstone: tombstone))
    }

    /// Records the changes of a save.
    ///
    /// - Precondition: the rows of new objects have their keys.
    func record(_ changes: ChangeSet) throws {
        for object in changes.inserted { try insert(object.row!.key) }
        for object in changes.updated {
            try update(object.key, history.shape(of: object.layout).columns(of: object))
        }
        for object in changes.deleted {
            guard let row = object.committedRow else { continue }
            try delete(object.key, history.shape(of: object.layout).tombstone(of: row))
        }
    }

    private func add(_ change: Change) throws {
        waiting.append(change)
        if waiting.count == Self.limit { try flush() }
    }

    private func flush() throws {
        guard !waiting.isEmpty else { return }
        let number = try transactionNumber()
        var key = try reserve(Int64(waiting.count), HistorySchema.change)
        let statement = try connection.statement(insertion)
        for change in waiting {
            statement.bind(key, at: 1)
            statement.bind(change.kind.rawValue, at: 2)
            statement.bind(Int64(change.key.entity), at: 3)
            statement.bind(change.key.number, at: 4)
            statement.bind(number, at: 5)
            if let columns = change.columns {
                columns.withUnsafeBytes { statement.bindBlob($0, at: 6, isStatic: false) }
            } else {
                statement.bindNull(at: 6)
            }
            for index in 0..<history.tombstoneCount {
                let value = index < change.tombstone.count ? change.tombstone[index] : .null
                statement.bind(value, at: Int32(7 + index))
            }
            try statement.run()
            key += 1
        }
        store.execution.charge(.rowsBound, waiting.count)
        waiting.removeAll(keepingCapacity: true)
    }

    private func transactionNumber() throws -> Int64 {
        if let number { return number }
        let number = try reserve(1, HistorySchema.transaction)
        self.number = number
        store.execution.charge(.transactionsRecorded, 1)
        return number
    }

    private func reserve(_ count: Int64, _ table: Int) throws -> Int64 {
        try KeyAllocator(store: store, connection).reserve(count, root: table)
    }

    /// Writes the transaction, unless nothing was changed.
    ///
    /// - Returns: the transaction's number.
    func finish(_ context: NSManagedObjectContext) throws -> Int64? {
        try flush()
        guard let number else { return nil }
        try write(number, author: context.transactionAuthor, context: context.name)
        return number
    }

    /// Writes a transaction without changes.
    func finishEmpty(author: String) throws -> Int64 {
        let number = try transactionNumber()
        try write(number, author: author, context: nil)
        return number
    }

    private func write(_ number: Int64, author: String?, context: String?) throws {
        let statement = try connection.statement(
            """
            INSERT INTO ATRANSACTION (Z_PK, Z_ENT, Z_OPT, ZAUTHORTS, ZBUNDLEIDTS, \
            ZCONTEXTNAMETS, ZPROCESSIDTS, ZTIMESTAMP) VALUES (?, 16002, 1, ?, ?, ?, ?, ?)
            """)
        let keys = try [author, history.bundle, context, history.process].map(key)
        statement.bind(number, at: 1)
        for (index, key) in keys.enumerated() {
            let place = Int32(2 + index)
            if let key { statement.bind(key, at: place) } else { statement.bindNull(at: place) }
        }
        statement.bind(store.execution.secondsSince2001, at: 6)
        try statement.run()
    }

    /// The key of a name, which is stored once.
    private func key(_ name: String?) throws -> Int64? {
        guard let name else { return nil }
        if let known = connection.historyNames[name] { return known }
        let select = try connection.statement(
            "SELECT Z_PK FROM ATRANSACTIONSTRING WHERE ZNAME = ?")
        select.bind(name, at: 1)
        var key = try select.step() ? select.integer(0) : nil
        select.reset()
        if key == nil {
            let next = try reserve(1, HistorySchema.string)
            let insert = try connection.statement(
                """
                INSERT INTO ATRANSACTIONSTRING (Z_PK, Z_ENT, Z_OPT, ZNAME) \
                VALUES (?, 16003, 1, ?)
                """)
            insert.bind(next, at: 1)
            insert.bind(name, at: 2)
            try insert.run()
            key = next
        }
        connection.historyNames[name] = key
        return key
    }
}
