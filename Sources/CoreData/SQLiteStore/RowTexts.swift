import Foundation

/// The statements that insert and delete rows of one entity, made once.
struct RowTexts {
    /// How many rows a statement inserts, the largest first.
    ///
    /// One statement of 32 rows takes a fifth less time than 32 statements of one row, because
    /// beginning and ending a statement dominates a short row. Eight, because many saves have
    /// fewer than 32 new objects of an entity.
    static let sizes = [32, 8, 1]
    /// SQLite allows 32,766 parameters; beyond this many, longer statements gain nothing.
    private static let parameterLimit = 2_000

    /// By rows, as in `sizes`, without statements of too many parameters.
    let insertions: [(rows: Int, text: String)]
    /// The statement `DELETE FROM ZCITY WHERE Z_PK = ? AND Z_OPT = ?`.
    let deletion: String

    /// Makes `INSERT OR FAIL INTO ZCITY (Z_PK, Z_ENT, Z_OPT, …) VALUES (?, …), (?, …)` and the
    /// deletion.
    ///
    /// `OR FAIL` for several rows: SQLite would copy each page that the statement changes, to undo
    /// it alone, and a failed save undoes its whole transaction.
    init(_ layout: RowLayout) {
        let columns =
            ["Z_PK", "Z_ENT", "Z_OPT"]
            + layout.storedSlots.flatMap { slot in
                [slot.column] + (slot.entityColumn.map { [$0] } ?? [])
            }
        let parameters =
            ["?", "?", "?"]
            + layout.storedSlots.flatMap { slot in
                [slot.parameter] + (slot.entityColumn == nil ? [] : ["?"])
            }
        let row = "(" + parameters.joined(separator: ", ") + ")"
        let table = SQLiteSchema.table(of: layout)
        let into = "INTO \(table) (\(columns.joined(separator: ", "))) VALUES "
        deletion = "DELETE FROM \(table) WHERE Z_PK = ? AND Z_OPT = ?"
        let sizes = Self.sizes.filter { $0 == 1 || $0 * columns.count <= Self.parameterLimit }
        insertions = sizes.map { rows in
            let values = Array(repeating: row, count: rows).joined(separator: ", ")
            return (rows, (rows > 1 ? "INSERT OR FAIL " : "INSERT ") + into + values)
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
            ["\(slot.column) = \(slot.parameter)"]
                + (slot.entityColumn.map { ["\($0) = ?"] } ?? [])
        }
        let sets = (["Z_OPT = ?"] + columns).joined(separator: ", ")
        return """
            UPDATE \(SQLiteSchema.table(of: layout)) SET \(sets) WHERE Z_PK = ? AND Z_OPT = ?
            """
    }
}
