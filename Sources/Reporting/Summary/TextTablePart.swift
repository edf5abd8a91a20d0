/// Columns of a table that stand beside each other, with the labels of their rows.
struct TextTablePart {
    private let columns: [TextTable.Column]
    /// The label of each row, after the headings.
    private let labels: TextTable.Column
    /// The text above the rows from this one on; `nil` in rows that go on under the same.
    private let headings: [String?]
    /// A longer label stands on a line of its own, before its figures.
    private let labelLimit: Int
    private let figures: [TextTable.Column]

    /// - Parameters:
    ///   - columns: those that name the rows, and the others.
    ///   - labels: how many columns name the rows.
    ///   - labelLimit: the greatest width of a label beside its figures, and the first of several
    ///     labels stands above its rows; `nil` for labels that all stand in columns.
    init(_ columns: [TextTable.Column], labels count: Int, labelLimit: Int? = nil) {
        figures = Array(columns.dropFirst(count))
        self.labelLimit = labelLimit ?? .max
        var names = Array(columns.prefix(count))
        var headings: [String?] = Array(repeating: nil, count: names.first?.cells.count ?? 0)
        if labelLimit != nil, names.count > 1 {
            let first = names.removeFirst().cells
            for row in first.indices where row == 0 || first[row] != first[row - 1] {
                headings[row] = first[row]
            }
            names[0].title = "  " + names[0].title
            names[0].cells = names[0].cells.map { "  " + $0 }
        }
        self.headings = headings
        let lead = names.dropLast()
        labels = names.last ?? TextTable.Column(title: "", cells: [])
        self.columns = lead + [labels] + figures
    }

    /// In characters, with the gaps.
    var width: Int {
        let widths = widths
        return widths.reduce(0, +) + TextTable.gap * max(0, widths.count - 1)
    }

    /// The lines: heads, and for each row its heading, a long label, and the figures.
    func lines(width: Int) -> [String] {
        let widths = widths
        var lines = heads(widths)
        for row in labels.cells.indices {
            if let heading = headings[row] { lines += TextLines.broken(heading, width: width) }
            var cells = columns.map { $0.cells[row] }
            let label = figures.count < columns.count ? columns.count - figures.count - 1 : 0
            if isLong(cells[label]) {
                lines += TextLines.broken(cells[label], width: width)
                cells[label] = ""
            }
            lines.append(line(cells, widths))
        }
        return lines
    }

    private func isLong(_ label: String) -> Bool { label.count > labelLimit }

    // MARK: Widths

    /// The columns' widths; a group's first column grows where the group's name needs more.
    private var widths: [Int] {
        var widths = columns.map(\.width)
        let label = columns.count - figures.count - 1
        if label >= 0 {
            let short = labels.cells.filter { !isLong($0) } + [labels.title]
            widths[label] = short.map(\.count).max() ?? 0
        }
        for span in spans where !columns[span.lowerBound].group.isEmpty {
            let inside = self.width(of: span, widths)
            widths[span.lowerBound] += max(0, columns[span.lowerBound].group.count - inside)
        }
        return widths
    }

    private func width(of span: Range<Int>, _ widths: [Int]) -> Int {
        widths[span].reduce(0, +) + TextTable.gap * (span.count - 1)
    }

    /// The runs of neighbours with one group.
    private var spans: [Range<Int>] {
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

    // MARK: Lines

    private func heads(_ widths: [Int]) -> [String] {
        let groups = spans.map { span in
            TextLines.padded(
                columns[span.lowerBound].group, to: width(of: span, widths), left: false)
        }
        let titles = line(columns.map(\.title), widths)
        return (groups.contains { $0.contains { $0 != " " } } ? [joined(groups)] : []) + [titles]
    }

    private func line(_ cells: [String], _ widths: [Int]) -> String {
        joined(
            cells.indices.map {
                TextLines.padded(cells[$0], to: widths[$0], left: columns[$0].alignsLeft)
            })
    }

    private func joined(_ cells: [String]) -> String {
        var line = cells.joined(separator: String(repeating: " ", count: TextTable.gap))
        while line.last == " " { line.removeLast() }
        return line
    }
}
