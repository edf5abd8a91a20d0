/// A table in fixed-width text, with column groups, that breaks into parts when it is too wide.
struct TextTable {
    struct Column {
        /// The text above all neighbours of the same group; empty for none.
        var group = ""
        var title: String
        var alignsLeft = false
        var cells: [String]

        var width: Int { ([title] + cells).map(\.count).max() ?? 0 }
    }

    /// The first column names the rows, and is repeated in every part.
    var columns: [Column]

    /// Two spaces: one is too little between figures that hold commas.
    private static let gap = 2

    /// The lines of the table, none wider than `width` unless one column alone is.
    func lines(width: Int) -> [String] {
        guard let names = columns.first else { return [] }
        var parts: [[Column]] = [[names]]
        for column in columns.dropFirst() {
            if parts[parts.count - 1].count > 1,
                TextTable.width(of: parts[parts.count - 1] + [column]) > width
            {
                parts.append([names])
            }
            parts[parts.count - 1].append(column)
        }
        return Array(parts.map(TextTable.lines(of:)).joined(separator: [""]))
    }

    private static func width(of columns: [Column]) -> Int {
        widths(of: columns).reduce(0, +) + gap * (columns.count - 1)
    }

    /// The columns' widths; a group's first column grows where the group's name needs more.
    private static func widths(of columns: [Column]) -> [Int] {
        var widths = columns.map(\.width)
        for span in spans(of: columns) where !columns[span.lowerBound].group.isEmpty {
            let inside = widths[span].reduce(0, +) + gap * (span.count - 1)
            widths[span.lowerBound] += max(0, columns[span.lowerBound].group.count - inside)
        }
        return widths
    }

    /// The runs of neighbours with one group.
    private static func spans(of columns: [Column]) -> [Range<Int>] {
        var spans: [Range<Int>] = []
        for index in columns.indices {
            if let last = spans.last, columns[last.lowerBound].group == columns[index].group {
                spans[spans.count - 1] = last.lowerBound..<index + 1
            } else {
                spans.append(index..<index + 1)
            }
        }
        return spans
    }

    private static func lines(of columns: [Column]) -> [String] {
        let widths = widths(of: columns)
        let groups = spans(of: columns).map { span in
            let inside = widths[span].reduce(0, +) + gap * (span.count - 1)
            return padded(columns[span.lowerBound].group, to: inside, left: false)
        }
        var lines = groups.contains { $0.contains { $0 != " " } } ? [joined(groups)] : []
        lines.append(row(columns.map(\.title), of: columns, widths: widths))
        for index in columns[0].cells.indices {
            lines.append(row(columns.map { $0.cells[index] }, of: columns, widths: widths))
        }
        return lines
    }

    private static func row(_ cells: [String], of columns: [Column], widths: [Int]) -> String {
        joined(
            cells.indices.map {
                padded(cells[$0], to: widths[$0], left: columns[$0].alignsLeft)
            })
    }

    private static func joined(_ cells: [String]) -> String {
        var line = cells.joined(separator: String(repeating: " ", count: gap))
        while line.last == " " { line.removeLast() }
        return line
    }

    private static func padded(_ text: String, to width: Int, left: Bool) -> String {
        let filler = String(repeating: " ", count: max(0, width - text.count))
        return left ? text + filler : filler + text
    }
}
