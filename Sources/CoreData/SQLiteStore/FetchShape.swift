import Foundation

/// How the rows of an entity and its subentities are selected and read: made once for each entity.
///
/// The columns are those of the whole family; each member knows which of them are its own.
final class FetchShape {
    struct Column {
        let slot: Slot
        let index: Int32
        /// Where the destination's entity stands, for a to-one whose destination has subentities.
        let entityIndex: Int32?
        /// The destination's entity when no column tells it.
        let destination: Int
    }

    /// `t0.Z_PK, t0.Z_ENT, t0.Z_OPT, t0.ZNAME, …`
    let columnList: String
    /// How many columns the list has.
    let columnCount: Int32
    private let columnsByEntity: [Int: [Column]]

    static let firstColumn: Int32 = 3

    init(_ family: [RowLayout]) {
        var places: [String: Int32] = [:]
        var names: [String] = []
        func place(_ name: String) -> Int32 {
            if let known = places[name] { return known }
            let index = Self.firstColumn + Int32(names.count)
            places[name] = index
            names.append(name)
            return index
        }
        var columnsByEntity: [Int: [Column]] = [:]
        for layout in family {
            columnsByEntity[layout.number] = layout.storedSlots.map { slot in
                Column(
                    slot: slot, index: place(slot.column),
                    entityIndex: slot.entityColumn.map(place),
                    destination: layout.relationship(ofSlot: slot.index)?.destinationEntity ?? 0)
            }
        }
        self.columnsByEntity = columnsByEntity
        columnCount = Self.firstColumn + Int32(names.count)
        columnList = (["Z_PK", "Z_ENT", "Z_OPT"] + names).map { "t0.\($0)" }
            .joined(separator: ", ")
    }

    func columns(of entity: Int) -> [Column] {
        columnsByEntity[entity] ?? []
    }

    /// Fills a row from the statement's current row.
    func read(_ statement: SQLiteStatement, into row: Row, entity: Int, store: Int) {
        for column in columns(of: entity) {
            let slot = column.slot
            switch slot.kind {
            case .integer16, .integer32, .integer64, .boolean:
                // The type is asked for only where the value leaves a doubt.
                let value = statement.integer(column.index)
                if value == 0 && statement.isNull(column.index) { continue }
                row.words[slot.offset] = UInt64(bitPattern: value)
            case .double, .float, .date:
                let value = statement.double(column.index)
                if value == 0 && statement.isNull(column.index) { continue }
                row.words[slot.offset] = value.bitPattern
            case .toOne:
                let number = statement.integer(column.index)
                if number == 0 { continue }
                let named = column.entityIndex.map { Int(statement.integer($0)) } ?? 0
                row.words[slot.offset] =
                    ObjectKey(
                        store: store, entity: named == 0 ? column.destination : named,
                        number: number
                    ).bits
            default:
                if statement.isNull(column.index) { continue }
                row.words[slot.offset] = row.slab.record(statement.bytes(column.index))
            }
            row.setNull(slot.index, false)
        }
    }
}
