import Foundation

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
