import CSQLite
import Foundation

/// A connection for tests: runs SQL and throws SQLite's errors.
final class Database {
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    let connection: OpaquePointer

    /// Opens or creates a database through the VFS of a name, or the default one.
    init(_ path: String, vfs: String? = nil) throws {
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(
            path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, vfs)
        guard code == SQLITE_OK, let opened else {
            sqlite3_close(opened)
            throw Failure(description: "\(path): \(String(cString: sqlite3_errstr(code)))")
        }
        connection = opened
    }

    deinit {
        sqlite3_close(connection)
    }

    /// Runs statements and returns the first column of their rows as text.
    @discardableResult
    func run(_ sql: String) throws -> [String] {
        var rest: UnsafePointer<CChar>?
        var text = sql
        var values: [String] = []
        while !text.isEmpty {
            var statement: OpaquePointer?
            let remaining = try text.withCString { start in
                guard sqlite3_prepare_v2(connection, start, -1, &statement, &rest) == SQLITE_OK
                else { throw failure(sql) }
                return String(cString: rest!)
            }
            defer { sqlite3_finalize(statement) }
            text = remaining.trimmingCharacters(in: .whitespacesAndNewlines)
            var code = sqlite3_step(statement)
            while code == SQLITE_ROW {
                values.append(sqlite3_column_text(statement, 0).map { String(cString: $0) } ?? "")
                code = sqlite3_step(statement)
            }
            guard code == SQLITE_DONE else { throw failure(sql) }
        }
        return values
    }

    /// The extended result code of the last statement that was run.
    var extendedCode: Int32 { sqlite3_extended_errcode(connection) }

    private func failure(_ sql: String) -> Failure {
        Failure(description: "\(sql): \(String(cString: sqlite3_errmsg(connection)))")
    }
}

/// A folder of a test's own, removed when the test is done.
func withTemporaryFolder<Value>(
    _ body: (_ path: String) async throws -> Value
) async throws -> Value {
    let url = FileManager.default.temporaryDirectory
        .appendingPathComponent("store-io-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: url) }
    return try await body(url.path)
}
