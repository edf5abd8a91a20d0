/// A table of a report: as the template of Markdown reads it, and as it was before its escapes.
struct ReportTable {
    struct Row {
        /// As Markdown.
        let cells: [String]
        let texts: [String]

        fileprivate init(_ texts: [String]) {
            self.texts = texts.map(ReportTable.trimmed)
            cells = self.texts.map(ReportTable.escaped)
        }
    }

    /// As Markdown.
    let head: [String]
    let titles: [String]
    /// The dashes under the head; a colon marks the side to which the column is aligned.
    let rules: [String]
    /// How many columns, from the first, hold words; the others hold figures.
    let left: Int
    let rows: [Row]

    /// - Parameter left: how many columns, from the first, hold words; the others hold figures.
    init(head: [String], left: Int, rows: [[String]]) {
        self.init(
            titles: head, left: left, rules: head.indices.map { $0 < left ? ":--" : "--:" },
            rows: rows)
    }

    /// The summary's table, with groups and titles in one head.
    init(_ columns: [TextTable.Column]) {
        let count = columns.map(\.cells.count).max() ?? 0
        self.init(
            titles: columns.map {
                $0.group.isEmpty
                    ? $0.title : "\($0.group.replacing(", ", with: " ")) \($0.title)"
            },
            left: columns.prefix(while: \.alignsLeft).count,
            rules: columns.map { $0.alignsLeft ? ":--" : "--:" },
            rows: (0..<count).map { row in columns.map { $0.cells[row] } })
    }

    private init(titles: [String], left: Int, rules: [String], rows: [[String]]) {
        self.titles = titles.map(ReportTable.trimmed)
        head = self.titles.map(ReportTable.escaped)
        self.left = left
        self.rules = rules
        self.rows = rows.map(Row.init)
    }

    private static func trimmed(_ text: String) -> String {
        var text = text.replacing("\n", with: " ")
        while text.last == " " { text.removeLast() }
        return text
    }

    /// A bar would end the cell.
    private static func escaped(_ text: String) -> String { text.replacing("|", with: "\\|") }
}
