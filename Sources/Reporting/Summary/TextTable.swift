/// A table in fixed-width text that fits into a width: a table that is too wide is divided into
/// parts, one below the other.
///
///     fits                       too wide: groups of columns stay whole, the important ones first
///     topology  delay    lost    topology  delay
///               p50 p99   max              p50 p99
///     siblings    0   1     0    siblings    0   1
///
///                                topology  lost
///                                           max
///                                siblings     0
package struct TextTable {
    package struct Column {
        /// The text above all neighbours of the same group; empty for none.
        package var group: String
        package var title: String
        package var alignsLeft: Bool
        /// 0 for the columns that stay in the first part as long as they fit; others go first.
        package var rank: Int
        /// What it means that all cells are 0; `nil` for a column that stays even then.
        package var zeros: String?
        package var cells: [String]

        package init(
            group: String = "", title: String, alignsLeft: Bool = false, rank: Int = 0,
            zeros: String? = nil, cells: [String]
        ) {
            self.group = group
            self.title = title
            self.alignsLeft = alignsLeft
            self.rank = rank
            self.zeros = zeros
            self.cells = cells
        }

        var width: Int { ([title] + cells).map(\.count).max() ?? 0 }

        /// Whether all cells are 0.
        ///
        /// - Parameter ignoringNone: whether rows without the figure are left aside.
        func isZero(ignoringNone: Bool) -> Bool {
            let values = cells.map { $0.filter { $0 != " " } }
            return values.contains("0")
                && values.allSatisfy { $0 == "0" || ignoringNone && $0 == SummaryColumns.none }
        }
    }

    /// The first `labels` columns name the rows.
    package var columns: [Column]
    /// How many columns name a row; they are repeated in every part.
    package var labels: Int

    package init(columns: [Column], labels: Int = 1) {
        self.columns = columns
        self.labels = labels
    }

    /// Two spaces: one is too little between figures that hold commas.
    static let gap = 2

    /// The lines of the table, none wider than `width` unless one column beside a label is.
    package func lines(width: Int) -> [String] {
        guard columns.count > labels else {
            return columns.isEmpty ? [] : TextTablePart(columns, labels: labels).lines(width: width)
        }
        let whole = TextTablePart(columns, labels: labels)
        if whole.width <= width { return whole.lines(width: width) }
        // Several labels leave no room for figures: the first stands above its rows.
        let names = Array(columns[..<labels])
        let limit = width * 2 / 5
        func part(_ figures: [Column]) -> TextTablePart {
            TextTablePart(names + figures, labels: labels, labelLimit: limit)
        }
        return TextTable.divided(Array(columns[labels...])) { part($0).width <= width }
            .map { part($0).lines(width: width) }.joined(separator: [""]).map(\.self)
    }

    /// The table without columns in which all is 0, and the sentence that replaces them.
    ///
    /// Columns of one group with one meaning go together or not at all.
    ///
    /// - Parameter ignoringNone: whether rows without a figure are left aside, as those that
    ///   cannot have it.
    package func foldingZeros(ignoringNone: Bool = false) -> (table: TextTable, sentence: String?) {
        var folded: [String] = []
        var words: [String] = []
        for column in columns {
            guard let zeros = column.zeros, !folded.contains(zeros) else { continue }
            let alike = columns.filter { $0.zeros == zeros }
            guard alike.allSatisfy({ $0.isZero(ignoringNone: ignoringNone) }) else { continue }
            folded.append(zeros)
            words.append(zeros)
        }
        guard !folded.isEmpty else { return (self, nil) }
        var table = self
        table.columns.removeAll { $0.zeros.map(folded.contains) ?? false }
        return (table, "0 in every row, and so left out: " + TextLines.list(words))
    }

    // MARK: Parts

    /// Divides columns among parts: the important ones into the first, groups whole if they fit.
    private static func divided(
        _ columns: [Column], fits: ([Column]) -> Bool
    ) -> [[Column]] {
        var groups: [[Column]] = []
        for column in columns {
            if let last = groups.last?.last, !last.group.isEmpty, last.group == column.group {
                groups[groups.count - 1].append(column)
            } else {
                groups.append([column])
            }
        }
        // A group that is too wide for a part of its own is divided, too.
        groups = groups.flatMap { fits($0) ? [$0] : $0.map { [$0] } }
        var parts: [[Column]] = []
        var rest = Array(groups.indices)
        while !rest.isEmpty {
            var chosen: [Int] = []
            for index in rest.sorted(by: { (groups[$0][0].rank, $0) < (groups[$1][0].rank, $1) }) {
                let wider = (chosen + [index]).sorted()
                guard chosen.isEmpty || fits(wider.flatMap { groups[$0] }) else { break }
                chosen = wider
            }
            parts.append(chosen.flatMap { groups[$0] })
            rest.removeAll(where: chosen.contains)
        }
        return parts
    }
}
