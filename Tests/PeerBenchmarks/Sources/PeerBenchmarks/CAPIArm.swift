import CPeerSQLite

/// The bare C API, with the statements and bindings that a store of the lab's core uses.
final class CAPIArm: Arm {
    private let database: OpaquePointer
    private var nextKey: Int64 = 1

    init(folder: String) throws {
        var opened: OpaquePointer?
        guard sqlite3_open(folder + "/capi.sqlite", &opened) == SQLITE_OK, let opened else {
            throw BenchmarkError("the C arm could not open its store in \(folder)")
        }
        database = opened
        try run("PRAGMA journal_mode = WAL")
        try run("PRAGMA synchronous = NORMAL")
        // The core's default, that of Apple's SQLite: to cut the log costs a millisecond each time.
        try run("PRAGMA journal_size_limit = 32768")
        let columns = (0..<Sizes.columns).map { ", ZV\($0) INTEGER" }.joined()
        try run(
            """
            CREATE TABLE ZITEM (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER\(columns))
            """)
        try run(
            """
            CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, \
            Z_MAX INTEGER)
            """)
        try run("INSERT INTO Z_PRIMARYKEY VALUES (1, 'Item', 0, 0)")
    }

    deinit {
        sqlite3_close(database)
    }

    func insert() throws {
        try insert(Sizes.inserted)
    }

    func prepareFetch() throws {
        try insert(Sizes.fetched - Sizes.inserted)
    }

    func fetch() throws -> Int64 {
        let columns = (0..<Sizes.columns).map { ", ZV\($0)" }.joined()
        let statement = try prepare("SELECT Z_PK, Z_ENT, Z_OPT\(columns) FROM ZITEM")
        defer { sqlite3_finalize(statement) }
        var sum: Int64 = 0
        while sqlite3_step(statement) == SQLITE_ROW {
            for column in 0..<Sizes.columns {
                sum &+= sqlite3_column_int64(statement, Int32(3 + column))
            }
        }
        return sum
    }

    func find() throws -> Int64 {
        let columns = (0..<Sizes.columns).map { ", ZV\($0)" }.joined()
        let statement = try prepare("SELECT Z_PK, Z_ENT, Z_OPT\(columns) FROM ZITEM WHERE Z_PK = ?")
        defer { sqlite3_finalize(statement) }
        var sum: Int64 = 0
        for index in 0..<Sizes.found {
            sqlite3_bind_int64(statement, 1, Self.key(ofFind: index))
            guard sqlite3_step(statement) == SQLITE_ROW else {
                throw BenchmarkError("the C arm found nothing under a key")
            }
            for column in 0..<Sizes.columns {
                sum &+= sqlite3_column_int64(statement, Int32(3 + column))
            }
            sqlite3_reset(statement)
        }
        return sum
    }

    func update() throws {
        let statement = try prepare(
            "UPDATE ZITEM SET Z_OPT = ?, ZV0 = ? WHERE Z_PK = ? AND Z_OPT = ?")
        defer { sqlite3_finalize(statement) }
        try run("BEGIN IMMEDIATE")
        for row in 0..<Sizes.updated {
            sqlite3_bind_int64(statement, 1, 2)
            sqlite3_bind_int64(statement, 2, Int64(-row))
            sqlite3_bind_int64(statement, 3, Int64(row + 1))
            sqlite3_bind_int64(statement, 4, 1)
            try step(statement)
        }
        try run("COMMIT")
    }

    func delete() throws {
        let statement = try prepare("DELETE FROM ZITEM WHERE Z_PK = ? AND Z_OPT = ?")
        defer { sqlite3_finalize(statement) }
        try run("BEGIN IMMEDIATE")
        for row in 0..<Sizes.deleted {
            sqlite3_bind_int64(statement, 1, Int64(row + 1))
            sqlite3_bind_int64(statement, 2, 2)
            try step(statement)
        }
        try run("COMMIT")
    }

    func saveOneByOne() throws {
        for _ in 0..<Sizes.saved { try insert(1) }
    }

    func fetchSorted() throws -> Int64 {
        let statement = try prepare(
            "\(Self.selection) WHERE ZV0 >= ? AND ZV0 < ? AND ZV1 > ? ORDER BY ZV2 DESC")
        defer { sqlite3_finalize(statement) }
        sqlite3_bind_int64(statement, 1, SortedRange.low)
        sqlite3_bind_int64(statement, 2, SortedRange.high)
        sqlite3_bind_int64(statement, 3, SortedRange.floor)
        return sum(statement)
    }

    func insertBatch() throws {
        try insert(Sizes.batch)
    }

    func fetchNested() throws -> Int64? {
        let statement = try prepare("\(Self.selection) ORDER BY Z_PK LIMIT ?")
        defer { sqlite3_finalize(statement) }
        sqlite3_bind_int64(statement, 1, Int64(Sizes.nested))
        return sum(statement)
    }

    func saveNested() throws -> Bool {
        try insert(Sizes.nested)
        return true
    }

    func prepareMerge() throws {}

    /// The merging context reads every updated row again, by its key.
    func merge() throws -> Bool {
        let statement = try prepare("\(Self.selection) WHERE Z_PK = ?")
        defer { sqlite3_finalize(statement) }
        for key in firstMerged..<firstMerged + Int64(Sizes.merged) {
            sqlite3_bind_int64(statement, 1, key)
            _ = sum(statement)
            sqlite3_reset(statement)
        }
        return true
    }

    /// The first key that deletions left.
    private var firstMerged: Int64 { Int64(Sizes.deleted) + 1 }

    private static let selection =
        "SELECT Z_PK, Z_ENT, Z_OPT" + (0..<Sizes.columns).map { ", ZV\($0)" }.joined()
        + " FROM ZITEM"

    private func sum(_ statement: OpaquePointer) -> Int64 {
        var sum: Int64 = 0
        while sqlite3_step(statement) == SQLITE_ROW {
            for column in 0..<Sizes.columns {
                sum &+= sqlite3_column_int64(statement, Int32(3 + column))
            }
        }
        return sum
    }

    // MARK: Statements

    private var insertion: OpaquePointer?
    private var reservation: OpaquePointer?
    private var begin: OpaquePointer?
    private var commit: OpaquePointer?

    /// One transaction: the keys, then the rows, statements kept.
    private func insert(_ count: Int) throws {
        if insertion == nil {
            let marks = String(repeating: ", ?", count: Sizes.columns)
            insertion = try prepare("INSERT INTO ZITEM VALUES (?, ?, ?\(marks))")
            reservation = try prepare("UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = 1")
            begin = try prepare("BEGIN IMMEDIATE")
            commit = try prepare("COMMIT")
        }
        try step(begin!)
        sqlite3_bind_int64(reservation, 1, nextKey + Int64(count) - 1)
        try step(reservation!)
        for _ in 0..<count {
            sqlite3_bind_int64(insertion, 1, nextKey)
            sqlite3_bind_int64(insertion, 2, 1)
            sqlite3_bind_int64(insertion, 3, 1)
            for column in 0..<Sizes.columns {
                sqlite3_bind_int64(
                    insertion, Int32(4 + column), Self.value(row: Int(nextKey), column: column))
            }
            try step(insertion!)
            nextKey += 1
        }
        try step(commit!)
    }

    private func prepare(_ text: String) throws -> OpaquePointer {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(database, text, -1, &statement, nil) == SQLITE_OK, let statement
        else { throw BenchmarkError("SQLite does not take: \(text)") }
        return statement
    }

    private func step(_ statement: OpaquePointer) throws {
        guard sqlite3_step(statement) == SQLITE_DONE else {
            throw BenchmarkError(String(cString: sqlite3_errmsg(database)))
        }
        sqlite3_reset(statement)
    }

    private func run(_ text: String) throws {
        guard sqlite3_exec(database, text, nil, nil, nil) == SQLITE_OK else {
            throw BenchmarkError(String(cString: sqlite3_errmsg(database)))
        }
    }
}
