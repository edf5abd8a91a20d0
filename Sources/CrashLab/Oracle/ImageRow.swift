import CSQLite
import Foundation
import WorkloadEngine

/// The row that a statement stands on.
struct ImageRow {
    let statement: OpaquePointer

    var count: Int32 { sqlite3_column_count(statement) }

    func integer(_ column: Int32) -> Int64? {
        isNull(column) ? nil : sqlite3_column_int64(statement, column)
    }

    func real(_ column: Int32) -> Double? {
        isNull(column) ? nil : sqlite3_column_double(statement, column)
    }

    func text(_ column: Int32) -> String? {
        sqlite3_column_text(statement, column).map { String(cString: $0) }
    }

    func data(_ column: Int32) -> Data? {
        guard !isNull(column) else { return nil }
        let count = Int(sqlite3_column_bytes(statement, column))
        // SQLite gives no address for no bytes.
        guard count > 0, let bytes = sqlite3_column_blob(statement, column) else { return Data() }
        return Data(bytes: bytes, count: count)
    }

    /// The value of an attribute, as Core Data's stores keep it.
    ///
    /// - Returns: `nil` for NULL, and for what is no value of the kind.
    func value(_ column: Int32, _ kind: ValueKind) -> OwnValue? {
        switch kind {
        case .textKey, .uniqueText, .words, .letters: text(column).map { .text($0) }
        case .numberKey, .uniqueNumber, .integer, .place: integer(column).map { .integer($0) }
        case .real: real(column).map { .real($0) }
        case .decimal:
            text(column).map { .decimal(NSDecimalNumber(string: $0).stringValue) }
        case .boolean: integer(column).map { .boolean($0 != 0) }
        case .date, .uniqueDate: real(column).map { .date($0) }
        case .bytes, .blob: data(column).map { .bytes($0) }
        case .uuid, .uuidKey: uuid(column).map { .uuid($0.uuidString) }
        case .url: text(column).map { .url($0) }
        case .sent(let type): value(column, type.kind)
        case .edit(let part): value(column, part.kind)
        }
    }

    private func uuid(_ column: Int32) -> UUID? {
        guard let data = data(column), data.count == 16 else { return nil }
        return data.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }

    /// Folds every column, with its type, into a digest.
    func fold(into hash: inout RowDigest) {
        for column in 0..<count {
            switch sqlite3_column_type(statement, column) {
            case SQLITE_INTEGER:
                hash.add(UInt64(bitPattern: sqlite3_column_int64(statement, column)), tag: 1)
            case SQLITE_FLOAT:
                hash.add(sqlite3_column_double(statement, column).bitPattern, tag: 2)
            case SQLITE_NULL:
                hash.add(0, tag: 3)
            case let type:
                let bytes = sqlite3_column_blob(statement, column)
                let count = Int(sqlite3_column_bytes(statement, column))
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
