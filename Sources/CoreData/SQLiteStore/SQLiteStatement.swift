import CSQLite
import Foundation

/// A prepared statement, used only by the current holder of its connection.
final class SQLiteStatement {
    let text: String
    private let handle: OpaquePointer
    // Unowned: the connection owns its statements, and finalizes them before it closes.
    private unowned let connection: SQLiteConnection
    private let tally: StatementTally
    private let isReading: Bool

    init(
        _ text: String, handle: OpaquePointer, connection: SQLiteConnection, tally: StatementTally
    ) {
        self.text = text
        self.handle = handle
        self.connection = connection
        self.tally = tally
        isReading = sqlite3_stmt_readonly(handle) != 0
    }

    /// Frees the statement; the connection calls it before it closes.
    func finalize() {
        sqlite3_finalize(handle)
    }

    // MARK: Binding, from 1

    @inline(__always)
    func bind(_ value: Int64, at index: Int32) {
        sqlite3_bind_int64(handle, index, value)
    }

    @inline(__always)
    func bind(_ value: Double, at index: Int32) {
        sqlite3_bind_double(handle, index, value)
    }

    @inline(__always)
    func bindNull(at index: Int32) {
        sqlite3_bind_null(handle, index)
    }

    func bind(_ text: String, at index: Int32) {
        var text = text
        text.withUTF8 { bindText(UnsafeRawBufferPointer($0), at: index, isStatic: false) }
    }

    /// Binds text; `isStatic` promises that the bytes stay until the next reset, which saves a
    /// copy.
    func bindText(_ bytes: UnsafeRawBufferPointer, at index: Int32, isStatic: Bool) {
        let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
        sqlite3_bind_text(
            // SQLite binds NULL for a null pointer; an empty text has no address, so give it any.
            handle, index, start ?? UnsafePointer(bitPattern: 1), Int32(bytes.count),
            isStatic ? csqlite_static() : csqlite_transient())
    }

    func bindBlob(_ bytes: UnsafeRawBufferPointer, at index: Int32, isStatic: Bool) {
        // SQLite would bind NULL for a null pointer.
        guard let start = bytes.baseAddress, !bytes.isEmpty else {
            sqlite3_bind_zeroblob(handle, index, 0)
            return
        }
        sqlite3_bind_blob(
            handle, index, start, Int32(bytes.count),
            isStatic ? csqlite_static() : csqlite_transient())
    }

    func bind(_ binding: SQLBinding, at index: Int32) {
        switch binding {
        case .null: bindNull(at: index)
        case .integer(let value): bind(value, at: index)
        case .double(let value): bind(value, at: index)
        case .text(let text): bind(text, at: index)
        case .blob(let data): data.withUnsafeBytes { bindBlob($0, at: index, isStatic: false) }
        }
    }

    // MARK: Stepping

    /// Advances to the next row; `false` at the end.
    ///
    /// - Throws: `SQLiteError`.
    @inline(__always)
    func step() throws -> Bool {
        let code = sqlite3_step(handle)
        if code == SQLITE_ROW { return true }
        if code == SQLITE_DONE { return false }
        // Take the error before the reset, which ends the statement's transaction.
        let error = connection.error(text)
        sqlite3_reset(handle)
        throw error
    }

    /// Runs a statement without results, and resets it for the next use.
    func run() throws {
        while try step() {}
        reset()
    }

    /// Makes the statement ready for its next use, and counts this one.
    func reset() {
        tally.statements &+= 1
        let instructions = Int(sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_VM_STEP, 1))
        if isReading {
            tally.instructions &+= instructions
        } else {
            tally.writeInstructions &+= instructions
        }
        sqlite3_reset(handle)
    }

    // MARK: Columns, from 0

    @inline(__always)
    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    @inline(__always)
    func double(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

    @inline(__always)
    func isNull(_ column: Int32) -> Bool {
        sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    /// The bytes of a text or blob, valid until the next step.
    func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
        let start = sqlite3_column_blob(handle, column)
        return UnsafeRawBufferPointer(
            start: start, count: Int(sqlite3_column_bytes(handle, column)))
    }

    func text(_ column: Int32) -> String? {
        isNull(column) ? nil : String(decoding: bytes(column), as: UTF8.self)
    }
}
