import CSQLite

/// SQLite's error about an image.
struct ImageError: Error, CustomStringConvertible {
    let code: Int32
    let message: String

    /// Takes the connection's last error, or the code if there is no connection.
    init(_ code: Int32, _ connection: OpaquePointer?, while action: String) {
        self.code = code
        let text = String(
            cString: connection.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(code))
        message = "\(action): \(text) (\(code))"
    }

    var description: String { message }
}
