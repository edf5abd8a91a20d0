/// A table of report.md, as its template reads it.
struct ReportTable {
    struct Row {
        let cells: [String]
    }

    let head: [String]
    /// The dashes under the head; a colon marks the side to which the column is aligned.
    let rules: [String]
    let rows: [Row]

    /// - Parameter left: how many columns, from the first, hold words; the others hold figures.
    init(head: [String], left: Int, rows: [[String]]) {
        self.head = head.map(ReportTable.cell)
        rules = head.indices.map { $0 < left ? ":--" : "--:" }
        self.rows = rows.map { Row(cells: $0.map(ReportTable.cell)) }
    }

    /// The summary's table, with groups and titles in one head.
    init(_ columns: [TextTable.Column]) {
        let head = columns.map {
            ReportTable.cell(
                $0.group.isEmpty ? $0.title : "\($0.group.replacing(", ", with: " ")) \($0.title)")
        }
        self.head = head
        rules = columns.map { $0.alignsLeft ? ":--" : "--:" }
        let count = columns.map(\.cells.count).max() ?? 0
        rows = (0..<count).map { row in
            Row(cells: columns.map { ReportTable.cell($0.cells[row]) })
        }
    }

    /// A bar would end the cell, and a line break the table.
    private static func cell(_ text: String) -> String {
        var text = text.replacing("|", with: "\\|").replacing("\n", with: " ")
        while text.last == " " { text.removeLast() }
        return text
    }
}
