import CSQLite
import Foundation

/// The row that a statement stands on.
package struct DatabaseRow {
    let statement: OpaquePointer

    /// How many columns it has.
    package var count: Int32 { sqlite3_column_count(statement) }

    /// The column as an integer; `nil` for NULL.
    package func integer(_ column: Int32) -> Int64? {
        isNull(column) ? nil : sqlite3_column_int64(statement, column)
    }

    /// The column as a real number; `nil` for NULL.
    package func real(_ column: Int32) -> Double? {
        isNull(column) ? nil : sqlite3_column_double(statement, column)
    }

    /// The column as text; `nil` for NULL.
    package func text(_ column: Int32) -> String? {
        sqlite3_column_text(statement, column).map { bytes in
            // By its length: a text may hold U+0000.
            let count = Int(sqlite3_column_bytes(statement, column))
            return String(
                decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
        }
    }

    /// The column's bytes; `nil` for NULL.
    package func data(_ column: Int32) -> Data? {
        guard !isNull(column) else { return nil }
        let count = Int(sqlite3_column_bytes(statement, column))
        // SQLite gives no address for no bytes.
        guard count > 0, let bytes = sqlite3_column_blob(statement, column) else { return Data() }
        return Data(bytes: bytes, count: count)
    }

    /// The column as a UUID of sixteen bytes; `nil` for anything else.
    package func uuid(_ column: Int32) -> UUID? {
        guard let data = data(column), data.count == 16 else { return nil }
        return data.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }

    /// Folds every column, with its type, into a digest.
    ///
    /// Each column is looked up once. Its value may be read, since the connection has no mutex that
    /// would have to be held.
    package func fold(into hash: inout RowDigest) {
        for column in 0..<count {
            let value = sqlite3_column_value(statement, column)
            switch sqlite3_value_type(value) {
            case SQLITE_INTEGER:
                hash.add(UInt64(bitPattern: sqlite3_value_int64(value)), tag: 1)
            case SQLITE_FLOAT:
                hash.add(sqlite3_value_double(value).bitPattern, tag: 2)
            case SQLITE_NULL:
                hash.add(0, tag: 3)
            case let type:
                let bytes = sqlite3_value_blob(value)
                let count = Int(sqlite3_value_bytes(value))
                hash.add(
                    UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count),
                    tag: UInt64(type))
            }
        }
    }

    private func isNull(_ column: Int32) -> Bool {
        sqlite3_column_type(statement, column) == SQLITE_NULL
    }
}
