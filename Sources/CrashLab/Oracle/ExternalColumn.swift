import Foundation

/// The column of an attribute whose values may lie in files, in Apple's layout.
enum ExternalColumn {
    /// The name of the file that a column names; `nil` if it has the value.
    static func name(in column: Data?) -> String? {
        guard let column, column.first == 2, column.count >= 37 else { return nil }
        return String(decoding: column.dropFirst().prefix(36), as: UTF8.self)
    }

    /// The value of a column; `nil` if its file is missing.
    static func value(of column: Data, on disk: DiskImage) -> Data? {
        if let name = name(in: column) { return disk.externals[name]?.data }
        return column.first == 1 ? column.dropFirst() : column
    }
}
