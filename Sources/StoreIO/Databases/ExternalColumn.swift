import Foundation

/// The column of an attribute whose values may lie in files, in Apple's layout.
package enum ExternalColumn {
    /// The name of the file that a column names; `nil` if it has the value.
    package static func name(in column: Data?) -> String? {
        guard let column, column.first == 2, column.count >= 37 else { return nil }
        return String(decoding: column.dropFirst().prefix(36), as: UTF8.self)
    }

    /// The value of a column; `nil` if its file is missing.
    ///
    /// - Parameter file: the bytes of a file by its name.
    package static func value(of column: Data, file: (String) -> Data?) -> Data? {
        if let name = name(in: column) { return file(name) }
        return column.first == 1 ? column.dropFirst() : column
    }
}
