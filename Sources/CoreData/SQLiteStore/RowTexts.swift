import Foundation

/// The statements that insert and delete rows of one entity, made once.
struct RowTexts {
    /// How many rows a statement takes, the largest first.
    ///
    /// A statement of 32 rows takes a fifth less than 32 statements of one: beginning and ending a
    /// statement is what a short row costs most. Eight, because objects of several entities are
    /// often inserted by turns.
    static let sizes = [32, 8, 1]
    /// SQLite takes 32,766 parameters; an entity of more columns than this is not worth more rows.
    private static let parameterLimit = 2_000

    /// By rows, as in `sizes`; without those that would have too many parameters.
    let insertions: [(rows: Int, text: String)]
    /// `DELETE FROM ZCITY WHERE Z_PK = ? AND Z_OPT = ?`
    let deletion: String

    /// `INSERT INTO ZCITY (Z_PK, Z_ENT, Z_OPT, …) VALUES (?, …), (?, …)`
    init(_ layout: RowLayout) {
        let columns =
            ["Z_PK", "Z_ENT", "Z_OPT"]
            + layout.storedSlots.flatMap { slot in
                [slot.column] + (slot.entityColumn.map { [$0] } ?? [])
            }
        let row = "(" + Array(repeating: "?", count: columns.count).joined(separator: ", ") + ")"
        let table = SQLiteSchema.table(of: layout)
        let head = "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES "
        deletion = "DELETE FROM \(table) WHERE Z_PK = ? AND Z_OPT = ?"
        insertions = Self.sizes.filter { $0 == 1 || $0 * columns.count <= Self.parameterLimit }.map
        {
            ($0, head + Array(repeating: row, count: $0).joined(separator: ", "))
        }
    }

    /// The insertion of one row.
    var singleInsertion: String { insertions.last!.text }
}

extension SQLiteStore {
    /// `INSERT INTO ZCITY (Z_PK, Z_ENT, Z_OPT, …) VALUES (?, …)`.
    func insertText(_ layout: RowLayout) -> String {
        rowTexts[layout.number - 1].singleInsertion
    }

    /// `UPDATE ZCITY SET Z_OPT = ?, … WHERE Z_PK = ? AND Z_OPT = ?`.
    func updateText(_ layout: RowLayout, _ dirty: ContiguousArray<Slot>) -> String {
        let columns = dirty.flatMap { slot in
            [slot.column] + (slot.entityColumn.map { [$0] } ?? [])
        }
        let sets = (["Z_OPT"] + columns).map { "\($0) = ?" }.joined(separator: ", ")
        return """
            UPDATE \(SQLiteSchema.table(of: layout)) SET \(sets) WHERE Z_PK = ? AND Z_OPT = ?
            """
    }
}
