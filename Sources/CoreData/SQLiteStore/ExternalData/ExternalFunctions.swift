import CSQLite
import Foundation

/// The functions of SQL between a column that may name a file and its value.
///
///     coredata_outside(value)      the column's content; writes the file of a large value
///     coredata_inside(column)      the value
///     coredata_renamed(old, new)   tells what a row named, and what it names; see ExternalTriggers
///
/// Functions, because saves, batch requests and migrations then write the same way, and because a
/// bound value goes from the row's memory to its file without a copy.
enum ExternalFunctions {
    private typealias Body =
        @convention(c) (
            OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?
        ) -> Void

    /// Registers them on a connection, which must keep `files` as long as it is open.
    ///
    /// - Throws: `SQLiteError`.
    static func register(_ files: ExternalFiles, on connection: SQLiteConnection) throws {
        let outside: Body = { context, _, values in
            let value = values![0]
            guard sqlite3_value_type(value) != SQLITE_NULL else { return }
            ExternalFunctions.store(ExternalFunctions.bytes(of: value), context)
        }
        let inside: Body = { context, _, values in
            let value = values![0]
            guard sqlite3_value_type(value) != SQLITE_NULL else { return }
            ExternalFunctions.read(ExternalFunctions.bytes(of: value), context)
        }
        let renamed: Body = { context, _, values in
            let former = ExternalReference.name(in: ExternalFunctions.bytes(of: values![0]))
            let next = ExternalReference.name(in: ExternalFunctions.bytes(of: values![1]))
            ExternalFunctions.keeper(of: context).replace(former, with: next)
        }
        let all = [
            ("coredata_outside", 1, outside), ("coredata_inside", 1, inside),
            ("coredata_renamed", 2, renamed),
        ]
        for (name, count, body) in all {
            let code = sqlite3_create_function_v2(
                connection.handle, name, Int32(count), SQLITE_UTF8,
                Unmanaged.passUnretained(files).toOpaque(), body, nil, nil, nil)
            guard code == SQLITE_OK else { throw connection.error("register \(name)") }
        }
    }

    private static func keeper(of context: OpaquePointer?) -> ExternalFiles {
        Unmanaged<ExternalFiles>.fromOpaque(sqlite3_user_data(context)!).takeUnretainedValue()
    }

    private static func bytes(of value: OpaquePointer?) -> UnsafeRawBufferPointer {
        let start = sqlite3_value_blob(value)
        return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
    }

    private static func store(_ value: UnsafeRawBufferPointer, _ context: OpaquePointer?) {
        let files = keeper(of: context)
        guard files.liesInFile(value.count) else {
            var column = [ExternalReference.inlineMark]
            column.reserveCapacity(value.count + 1)
            column += value
            return give(column, context)
        }
        switch files.write(value) {
        case .success(let name): give(ExternalReference.column(naming: name), context)
        case .failure(let failure): sqlite3_result_error_code(context, failure.code)
        }
    }

    private static func read(_ column: UnsafeRawBufferPointer, _ context: OpaquePointer?) {
        guard let name = ExternalReference.name(in: column) else {
            let value = ExternalReference.value(in: column)
            return sqlite3_result_blob(
                // SQLite would give NULL for a null pointer.
                context, value.baseAddress ?? UnsafeRawPointer(bitPattern: 1),
                Int32(value.count), csqlite_transient())
        }
        // A file that another process has removed since reads as nil, as in an object.
        guard let bytes = keeper(of: context).read(name) else { return }
        defer { bytes.deallocate() }
        sqlite3_result_blob(
            context, bytes.baseAddress, Int32(bytes.count), csqlite_transient())
    }

    private static func give(_ column: [UInt8], _ context: OpaquePointer?) {
        column.withUnsafeBytes {
            sqlite3_result_blob(context, $0.baseAddress, Int32($0.count), csqlite_transient())
        }
    }
}
