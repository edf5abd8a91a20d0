import CSQLite
import Foundation

extension SQLiteConnection {
    /// Registers a function for SQL; SQLite releases it with the connection.
    ///
    /// - Throws: `SQLiteError`.
    func register(_ function: SQLFunction) throws {
        var flags = SQLITE_UTF8
        if function.isDeterministic { flags |= SQLITE_DETERMINISTIC }
        let code = sqlite3_create_function_v2(
            handle, function.name, Int32(function.argumentCount), flags,
            // Retained for SQLite, which releases it by the last argument.
            Unmanaged.passRetained(FunctionBox(function)).toOpaque(),
            { context, count, values in
                let box = Unmanaged<FunctionBox>.fromOpaque(sqlite3_user_data(context)!)
                let arguments = (0..<Int(count)).map { SQLBinding(value: values![$0]) }
                box.takeUnretainedValue().function.body(arguments).give(to: context)
            }, nil, nil,
            { Unmanaged<FunctionBox>.fromOpaque($0!).release() })
        guard code == SQLITE_OK else { throw error("register \(function.name)") }
    }
}

private final class FunctionBox {
    let function: SQLFunction

    init(_ function: SQLFunction) {
        self.function = function
    }
}

extension SQLBinding {
    /// An argument of a function, copied.
    fileprivate init(value: OpaquePointer?) {
        switch sqlite3_value_type(value) {
        case SQLITE_INTEGER: self = .integer(sqlite3_value_int64(value))
        case SQLITE_FLOAT: self = .double(sqlite3_value_double(value))
        case SQLITE_TEXT: self = .text(String(decoding: Self.bytes(value), as: UTF8.self))
        case SQLITE_BLOB: self = .blob(Data(Self.bytes(value)))
        default: self = .null
        }
    }

    private static func bytes(_ value: OpaquePointer?) -> UnsafeRawBufferPointer {
        let start = sqlite3_value_blob(value)
        return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
    }

    fileprivate func give(to context: OpaquePointer?) {
        switch self {
        case .null: sqlite3_result_null(context)
        case .integer(let value): sqlite3_result_int64(context, value)
        case .double(let value): sqlite3_result_double(context, value)
        case .text(let text):
            sqlite3_result_text(context, text, Int32(text.utf8.count), csqlite_transient())
        case .blob(let data):
            data.withUnsafeBytes {
                sqlite3_result_blob(
                    context, $0.baseAddress, Int32($0.count), csqlite_transient())
            }
        }
    }
}
