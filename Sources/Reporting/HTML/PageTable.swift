/// A table of a page: columns of words and of figures under a caption.
struct PageTable {
    struct Cell {
        let text: Prose
        /// What follows in small type: an interval.
        var note: String?
        /// A word that judges the figure: `best`.
        var mark: String?
        /// The address of a file beside the page.
        var link: String?

        init(
            _ text: String, note: String? = nil, mark: String? = nil, link: String? = nil
        ) {
            self.text = Prose(text)
            self.note = note
            self.mark = mark
            self.link = link
        }
    }

    let caption: Prose
    let head: [Prose]
    /// How many columns, from the first, hold words; the others hold figures.
    let left: Int
    let rows: [[Cell]]

    /// - Parameters:
    ///   - left: how many columns, from the first, hold words.
    ///   - rows: of as many cells as the head has titles.
    init(_ caption: String, head: [String], left: Int, rows: [[Cell]]) {
        self.caption = Prose(caption)
        self.head = head.map(Prose.init)
        self.left = left
        self.rows = rows
    }

    /// The table without the rows whose figures are all 0, which say as much by their words.
    ///
    /// - Returns: `nil` in place of a table without rows; and the words of each row of zeros.
    func foldingZeros() -> (rest: PageTable?, zeros: [String]) {
        func isZero(_ row: [Cell]) -> Bool {
            row.count > left && row.dropFirst(left).allSatisfy { $0.text.text == "0" }
        }
        let zeros = rows.filter(isZero).map { row in
            row.prefix(left).map(\.text.text).joined(separator: " ")
        }
        let others = rows.filter { !isZero($0) }
        guard !zeros.isEmpty else { return (self, []) }
        return (others.isEmpty ? nil : PageTable(self, rows: others), zeros)
    }

    private init(_ other: PageTable, rows: [[Cell]]) {
        caption = other.caption
        head = other.head
        left = other.left
        self.rows = rows
    }

    /// A table of a Markdown report; `nil` without rows.
    init?(_ caption: String, _ table: ReportTable?) {
        guard let table, !table.rows.isEmpty else { return nil }
        self.init(
            caption, head: table.titles, left: table.left,
            rows: table.rows.map { $0.texts.map { Cell($0) } })
    }
}
