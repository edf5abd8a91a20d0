import CSQLite
import CoreData
import Testing

/// A SQLite database in memory with the functions that translated predicates call.
final class PredicateDatabase {
    private let connection: OpaquePointer

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    init() throws {
        var handle: OpaquePointer?
        guard sqlite3_open(":memory:", &handle) == SQLITE_OK, let handle else {
            throw Failure(description: "SQLite does not open a database in memory")
        }
        connection = handle
        for function in SQLFunctions.all { try register(function) }
    }

    deinit {
        // SQLITE_BUSY would mean that a statement was left open.
        #expect(sqlite3_close(connection) == SQLITE_OK)
    }

    /// The tables as Apple's stores declare them: the declared types matter, they convert.
    func createTables() throws {
        try run(
            """
            CREATE TABLE ZPERSON (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \
            ZAGE INTEGER, ZFLAGS INTEGER, ZISACTIVE INTEGER, ZTEAM INTEGER, ZBOSS INTEGER, \
            ZBORN TIMESTAMP, ZSCORE FLOAT, ZPRICE DECIMAL, ZNAME VARCHAR, ZNICK VARCHAR, \
            ZSITE VARCHAR, ZCODE BLOB, ZPHOTO BLOB, ZARCHIVE BLOB)
            """)
        try run("CREATE INDEX ZPERSON_NAME ON ZPERSON (ZNAME COLLATE BINARY ASC)")
        try run(
            """
            CREATE TABLE ZTEAM (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \
            ZSIZE INTEGER, ZTITLE VARCHAR)
            """)
        try run(
            """
            CREATE TABLE ZTAG (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \
            ZWEIGHT FLOAT, ZLABEL VARCHAR)
            """)
        try run(
            """
            CREATE TABLE Z_1TAGS (Z_1PEOPLE INTEGER, Z_2TAGS INTEGER, \
            PRIMARY KEY (Z_1PEOPLE, Z_2TAGS))
            """)
    }

    func insert(_ record: PredicateRecord, _ columns: [(name: String, value: Any?)]) throws {
        let names = columns.map { "Z\($0.name.uppercased())" }.joined(separator: ", ")
        let marks = Array(repeating: "?", count: columns.count + 1).joined(separator: ", ")
        try run(
            SQLFragment(
                "INSERT INTO Z\(record.entity.uppercased()) (Z_PK, \(names)) VALUES (\(marks))",
                bindings: [.integer(record.key)] + columns.map { Self.stored($0.value) }))
    }

    /// A value as the store binds it.
    private static func stored(_ value: Any?) -> SQLBinding {
        switch value {
        case let number as NSDecimalNumber: .text(number.description)
        case let text as String: .text(text)
        case let number as NSNumber:
            "df".utf8.contains(UInt8(bitPattern: number.objCType.pointee))
                ? .double(number.doubleValue) : .integer(number.int64Value)
        case let date as Date: .double(date.timeIntervalSinceReferenceDate)
        case let uuid as UUID: .blob(withUnsafeBytes(of: uuid.uuid) { Data($0) })
        case let url as URL: .text(url.absoluteString)
        case let data as Data: .blob(data)
        default: .null
        }
    }

    /// Runs a statement and gives the whole numbers of its first column.
    func keys(_ statement: SQLFragment) throws -> [Int64] {
        var keys: [Int64] = []
        try run(statement) { keys.append(sqlite3_column_int64($0, 0)) }
        return keys
    }

    /// SQLite's plan for a statement.
    func plan(_ statement: SQLFragment) throws -> String {
        var lines: [String] = []
        try run("EXPLAIN QUERY PLAN \(statement)") {
            lines.append(String(cString: sqlite3_column_text($0, 3)))
        }
        return lines.joined(separator: "\n")
    }

    func run(_ fragment: SQLFragment, row: (OpaquePointer) -> Void = { _ in }) throws {
        var handle: OpaquePointer?
        guard sqlite3_prepare_v2(connection, fragment.text, -1, &handle, nil) == SQLITE_OK,
            let handle
        else { throw failure(fragment) }
        defer { sqlite3_finalize(handle) }
        #expect(Int(sqlite3_bind_parameter_count(handle)) == fragment.bindings.count)
        for (index, binding) in fragment.bindings.enumerated() {
            Self.bind(binding, handle, Int32(index + 1))
        }
        while true {
            switch sqlite3_step(handle) {
            case SQLITE_ROW: row(handle)
            case SQLITE_DONE: return
            default: throw failure(fragment)
            }
        }
    }

    private func failure(_ fragment: SQLFragment) -> Failure {
        Failure(description: "\(String(cString: sqlite3_errmsg(connection))) in \(fragment.text)")
    }

    private static func bind(_ binding: SQLBinding, _ handle: OpaquePointer, _ index: Int32) {
        switch binding {
        case .null: sqlite3_bind_null(handle, index)
        case .integer(let number): sqlite3_bind_int64(handle, index, number)
        case .double(let number): sqlite3_bind_double(handle, index, number)
        case .text(let text):
            sqlite3_bind_text(
                handle, index, text, Int32(text.utf8.count), csqlite_transient())
        case .blob(let data):
            _ = data.withUnsafeBytes { bytes in
                bytes.isEmpty
                    ? sqlite3_bind_zeroblob(handle, index, 0)
                    : sqlite3_bind_blob(
                        handle, index, bytes.baseAddress, Int32(bytes.count),
                        csqlite_transient())
            }
        }
    }
}

// MARK: - Functions

extension PredicateDatabase {
    private final class Box {
        let function: SQLFunction

        init(_ function: SQLFunction) {
            self.function = function
        }
    }

    private func register(_ function: SQLFunction) throws {
        let flags = SQLITE_UTF8 | (function.isDeterministic ? SQLITE_DETERMINISTIC : 0)
        let code = sqlite3_create_function_v2(
            connection, function.name, Int32(function.argumentCount), flags,
            Unmanaged.passRetained(Box(function)).toOpaque(),
            { context, count, values in
                let box = Unmanaged<Box>.fromOpaque(sqlite3_user_data(context))
                let arguments = (0..<Int(count)).map { PredicateDatabase.value(values![$0]!) }
                let result = box.takeUnretainedValue().function.body(arguments)
                PredicateDatabase.give(result, context!)
            }, nil, nil, { Unmanaged<Box>.fromOpaque($0!).release() })
        guard code == SQLITE_OK else { throw Failure(description: "cannot register \(function)") }
    }

    private static func value(_ value: OpaquePointer) -> SQLBinding {
        switch sqlite3_value_type(value) {
        case SQLITE_INTEGER: return .integer(sqlite3_value_int64(value))
        case SQLITE_FLOAT: return .double(sqlite3_value_double(value))
        case SQLITE_TEXT: return .text(String(cString: sqlite3_value_text(value)))
        case SQLITE_BLOB:
            let count = Int(sqlite3_value_bytes(value))
            return .blob(sqlite3_value_blob(value).map { Data(bytes: $0, count: count) } ?? Data())
        default: return .null
        }
    }

    private static func give(_ result: SQLBinding, _ context: OpaquePointer) {
        switch result {
        case .null: sqlite3_result_null(context)
        case .integer(let number): sqlite3_result_int64(context, number)
        case .double(let number): sqlite3_result_double(context, number)
        case .text(let text):
            sqlite3_result_text(context, text, Int32(text.utf8.count), csqlite_transient())
        case .blob(let data):
            data.withUnsafeBytes {
                sqlite3_result_blob(
                    context, $0.baseAddress, Int32(data.count), csqlite_transient())
            }
        }
    }
}
