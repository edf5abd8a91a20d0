import CSQLite

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
