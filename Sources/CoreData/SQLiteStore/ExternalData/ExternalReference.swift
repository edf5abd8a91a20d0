import Foundation

/// What the column of an attribute holds whose values may lie in files, in Apple's layout.
///
///     01 …              the value itself
///     02 and a name     the name of a file, a UUID in ASCII; some writers end it with a zero
enum ExternalReference {
    static let inlineMark: UInt8 = 1
    static let fileMark: UInt8 = 2
    private static let nameLength = 36

    /// The lengths of a column that names a file; SQLite knows a value's length without reading it.
    static let lengths = "(37, 38)"

    /// The column of a value that lies in a file.
    static func column(naming name: String) -> [UInt8] { [fileMark] + Array(name.utf8) }

    /// The name of the file in which a column's value lies; `nil` if the column has the value.
    static func name(in column: UnsafeRawBufferPointer) -> String? {
        guard column.first == fileMark, column.count > nameLength,
            column.count == nameLength + 1 || column.count == nameLength + 2 && column.last == 0
        else { return nil }
        let name = String(decoding: column[1...nameLength], as: UTF8.self)
        return isName(name) ? name : nil
    }

    /// The value in a column that names no file; one without a mark is all value.
    static func value(in column: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        guard column.first == inlineMark else { return column }
        return UnsafeRawBufferPointer(rebasing: column.dropFirst())
    }

    /// Whether a file may be one of a store's.
    static func isName(_ name: String) -> Bool {
        name.utf8.count == nameLength && UUID(uuidString: name) != nil
    }
}

extension HeldEntities {
    /// The columns whose values may lie in files, each once, in the order of tables and columns.
    var externalColumns: [(table: String, column: String)] {
        var seen = Set<String>()
        return layouts.flatMap { layout in
            layout.storedSlots.filter(\.mayLieInFile).compactMap { slot in
                let table = SQLiteSchema.table(of: layout)
                return seen.insert("\(table).\(slot.column)").inserted ? (table, slot.column) : nil
            }
        }
    }
}
