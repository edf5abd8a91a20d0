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

    /// What lines make together.
    struct ImportedRows: Sendable {
        fileprivate let lines: [PresentLine]
        fileprivate let named: Range<Int>
        /// By the places of their entities.
        private(set) var tables: [[StoreContent.Row]]
        /// Each once, in the order in which they are named.
        private(set) var partners: [PartnerKey] = []
        private var known: Set<PartnerKey> = []

        init(_ lines: [PresentLine], _ named: Range<Int>, tables count: Int) {
            self.lines = lines
            self.named = named
            tables = Array(repeating: [], count: count)
        }

        mutating func add(_ rows: LineRows) {
            for (table, row) in rows.rows { tables[table].append(row) }
            add(rows.partners)
        }

        mutating func add(_ partners: [PartnerKey]) {
            for partner in partners where known.insert(partner).inserted {
                self.partners.append(partner)
            }
        }
    }

    private(set) var lines: [PresentLine: LineRows] = [:]
    /// What the lines of the last call made: of most draws of a workload they are the same.
    private(set) var imported: ImportedRows?
    private var partners: [PartnerKey: StoreContent.Row] = [:]

    package init() {}

    /// Makes a memory that has the rows of some lines.
    init(lines: [PresentLine: LineRows], imported: ImportedRows?) {
        self.lines = lines
        self.imported = imported
    }

    /// What lines and the partners of some others make: as the last call made it, if it was for
    /// the same ones.
    func imported(
        _ lines: [PresentLine], partnersOf named: Range<Int>, _ make: () -> ImportedRows
    ) -> ImportedRows {
        if let imported, imported.named == named, imported.lines == lines { return imported }
        let made = make()
        imported = made
        return made
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
