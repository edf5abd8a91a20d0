/// A table in the form of RFC 4180: UTF-8, a header, commas, except that lines end with LF.
///
/// A cell is quoted only if it must be: if it contains a comma, a quote or a line break.
package struct CSVTable: Sendable {
    private let columnCount: Int
    private(set) package var bytes: [UInt8] = []

    package init(columns: [String]) {
        columnCount = columns.count
        append(columns)
    }

    /// Appends a row.
    ///
    /// - Precondition: as many cells as there are columns.
    package mutating func append(_ cells: [String]) {
        precondition(
            cells.count == columnCount,
            "a row has \(cells.count) cells, and its table \(columnCount) columns: \(cells)")
        for (index, cell) in cells.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            append(cell: cell)
        }
        bytes.append(UInt8(ascii: "\n"))
    }

    private mutating func append(cell: String) {
        let quote = UInt8(ascii: "\"")
        let special = cell.utf8.contains {
            $0 == UInt8(ascii: ",") || $0 == quote || $0 == UInt8(ascii: "\n")
                || $0 == UInt8(ascii: "\r")
        }
        guard special else {
            bytes.append(contentsOf: cell.utf8)
            return
        }
        bytes.append(quote)
        for byte in cell.utf8 {
            if byte == quote { bytes.append(quote) }
            bytes.append(byte)
        }
        bytes.append(quote)
    }
}
