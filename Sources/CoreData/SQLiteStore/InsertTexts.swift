/// The statements that insert rows of one entity, made once: one row at a time, and several.
struct InsertTexts {
    /// How many rows a statement takes, the largest first.
    ///
    /// A statement of 32 rows takes a fifth less than 32 statements of one: beginning and ending a
    /// statement is what a short row costs most. Eight, because objects of several entities are
    /// often inserted by turns.
    static let sizes = [32, 8, 1]
    /// SQLite takes 32,766 parameters; an entity of more columns than this is not worth more rows.
    private static let parameterLimit = 2_000

    let columnCount: Int
    /// By rows, as in `sizes`; without those that would have too many parameters.
    let texts: [(rows: Int, text: String)]

    /// `INSERT INTO ZCITY (Z_PK, Z_ENT, Z_OPT, …) VALUES (?, …), (?, …)`
    init(_ layout: RowLayout) {
        let columns =
            ["Z_PK", "Z_ENT", "Z_OPT"]
            + layout.storedSlots.flatMap { slot in
                [slot.column] + (slot.entityColumn.map { [$0] } ?? [])
            }
        columnCount = columns.count
        let row = "(" + Array(repeating: "?", count: columns.count).joined(separator: ", ") + ")"
        let table = SQLiteSchema.table(of: layout)
        let head = "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES "
        texts = Self.sizes.filter { $0 == 1 || $0 * columns.count <= Self.parameterLimit }.map {
            ($0, head + Array(repeating: row, count: $0).joined(separator: ", "))
        }
    }

    /// For one row.
    var single: String { texts.last!.text }
}
