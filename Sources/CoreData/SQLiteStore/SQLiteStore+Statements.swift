import Foundation

extension SQLiteStore {
    /// `INSERT INTO ZCITY (Z_PK, Z_ENT, Z_OPT, …) VALUES (?, …)`, made once for each entity.
    func insertText(_ layout: RowLayout) -> String {
        insertTexts[layout.number - 1]
    }

    static func makeInsertText(_ layout: RowLayout) -> String {
        let columns =
            ["Z_PK", "Z_ENT", "Z_OPT"]
            + layout.storedSlots.flatMap { slot in
                [slot.column] + (slot.entityColumn.map { [$0] } ?? [])
            }
        let places = Array(repeating: "?", count: columns.count).joined(separator: ", ")
        return """
            INSERT INTO \(SQLiteSchema.table(of: layout)) (\(columns.joined(separator: ", "))) \
            VALUES (\(places))
            """
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
