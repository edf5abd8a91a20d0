/// Rows that were put into words before, for one who asks for the content after many moments of
/// one run: a crash lab with forty commits would spend half of its time on that.
///
/// - Precondition: used for one plan, and by one thread at a time.
package final class RowMemory {
    /// The rows that a line makes, and the partners that its objects refer to.
    struct LineRows: Sendable {
        /// Each with the place of its entity's table.
        var rows: [(table: Int, row: StoreContent.Row)] = []
        var partners: [PartnerKey] = []
    }

    private(set) var lines: [PresentLine: LineRows] = [:]
    private var partners: [PartnerKey: StoreContent.Row] = [:]

    package init() {}

    /// Makes a memory that has the rows of some lines.
    init(lines: [PresentLine: LineRows]) {
        self.lines = lines
    }

    func rows(of line: PresentLine, _ make: () -> LineRows) -> LineRows {
        if let known = lines[line] { return known }
        let rows = make()
        lines[line] = rows
        return rows
    }

    func row(of partner: PartnerKey, _ make: () -> StoreContent.Row?) -> StoreContent.Row? {
        if let known = partners[partner] { return known }
        let row = make()
        partners[partner] = row
        return row
    }
}
