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

    /// A table of a Markdown report; `nil` without rows.
    init?(_ caption: String, _ table: ReportTable?) {
        guard let table, !table.rows.isEmpty else { return nil }
        self.init(
            caption, head: table.titles, left: table.left,
            rows: table.rows.map { $0.texts.map { Cell($0) } })
    }
}
