import Foundation

/// The columns of an entity and its subentities, and how to read them into rows.
///
/// Made once for each entity. The columns are those of the whole family; each member reads its own.
final class FetchShape {
    /// How one column gets into a row: plain numbers, because every value of every row uses it.
    private struct Column {
        let kind: SlotKind
        let index: Int32
        /// The column with the destination's entity, if that has subentities; else 0.
        let entityIndex: Int32
        let slot: Int
        let offset: Int
        /// The destination's entity if no column has it.
        let destination: Int
        let mayLieInFile: Bool
    }

    /// The columns: `t0.Z_PK, t0.Z_ENT, t0.Z_OPT, t0.ZNAME, …`.
    let columnList: String
    /// The statement `SELECT t0.Z_PK, … FROM ZCITY t0 WHERE t0.Z_PK = ?`.
    let selectByKey: String
    /// How many columns the list has.
    let columnCount: Int32
    let rootNumber: Int
    /// Whether a fetch may take another context's row from the cache.
    ///
    /// Not if rows have transient values, which belong to one context each, or values derived from
    /// other objects: those change without the row's version.
    let mayShareRows: Bool
    /// By `Z_ENT`; empty for entities outside of the family.
    private let columns: ContiguousArray<ContiguousArray<Column>>

    /// The files of the store's large values.
    private let files: ExternalFiles

    static let firstColumn: Int32 = 3

    init(_ family: [RowLayout], _ files: ExternalFiles) {
        self.files = files
        var places: [String: Int32] = [:]
        var names: [String] = []
        func place(_ name: String) -> Int32 {
            if let known = places[name] { return known }
            let index = Self.firstColumn + Int32(names.count)
            places[name] = index
            names.append(name)
            return index
        }
        let highest = family.map(\.number).max() ?? 0
        var columns = ContiguousArray(repeating: ContiguousArray<Column>(), count: highest + 1)
        for layout in family {
            columns[layout.number] = ContiguousArray(
                layout.storedSlots.map { slot in
                    let relationship = layout.relationship(ofSlot: slot.index)
                    return Column(
                        kind: slot.kind, index: place(slot.column),
                        entityIndex: slot.entityColumn.map(place) ?? 0, slot: slot.index,
                        offset: slot.offset, destination: relationship?.destinationEntity ?? 0,
                        mayLieInFile: slot.mayLieInFile)
                })
        }
        self.columns = columns
        mayShareRows = family.allSatisfy {
            $0.transientSlots.isEmpty && !$0.isDerivedFromOthers
        }
        rootNumber = family.first?.rootNumber ?? 0
        columnCount = Self.firstColumn + Int32(names.count)
        columnList = (["Z_PK", "Z_ENT", "Z_OPT"] + names).map { "t0.\($0)" }
            .joined(separator: ", ")
        let table = family.first.map(SQLiteSchema.table) ?? ""
        selectByKey = "SELECT \(columnList) FROM \(table) t0 WHERE t0.Z_PK = ?"
    }

    /// Fills a row from the statement's current row.
    @inline(__always)
    func read(
        _ statement: SQLiteStatement, into row: Row, of slab: RowSlab, entity: Int, store: Int
    ) {
        guard entity < columns.count else { return }
        columns[entity].withUnsafeBufferPointer { columns in
            for column in columns {
                guard let word = word(statement, column, slab, store) else { continue }
                row.words[column.offset] = word
                row.setNull(column.slot, false)
            }
        }
    }

    /// The word of a column's value; `nil` for NULL.
    ///
    /// Asks for the column's type only if the value is 0, which SQLite also returns for NULL.
    @inline(__always)
    private func word(
        _ statement: SQLiteStatement, _ column: Column, _ slab: RowSlab, _ store: Int
    ) -> UInt64? {
        switch column.kind {
        case .integer16, .integer32, .integer64, .boolean:
            let value = statement.integer(column.index)
            return value == 0 && statement.isNull(column.index) ? nil : UInt64(bitPattern: value)
        case .double, .float, .date:
            let value = statement.double(column.index)
            return value == 0 && statement.isNull(column.index) ? nil : value.bitPattern
        case .toOne:
            let number = statement.integer(column.index)
            if number == 0 { return nil }
            let named = column.entityIndex == 0 ? 0 : Int(statement.integer(column.entityIndex))
            let entity = named == 0 ? column.destination : named
            return ObjectKey(store: store, entity: entity, number: number).bits
        default:
            if statement.isNull(column.index) { return nil }
            let bytes = statement.bytes(column.index)
            return column.mayLieInFile ? external(bytes, slab) : slab.record(bytes)
        }
    }

    /// The word of a value that may lie in a file, which is not read yet.
    ///
    /// The statement's transaction is still open: from here on, the store that removes the file
    /// finds the value, and has it read before.
    private func external(_ column: UnsafeRawBufferPointer, _ slab: RowSlab) -> UInt64 {
        guard let name = ExternalReference.name(in: column) else {
            return slab.record(ExternalReference.value(in: column))
        }
        return slab.record(files.value(named: name))
    }
}

extension RowLayout {
    /// Whether a value of the entity changes with other objects.
    fileprivate var isDerivedFromOthers: Bool {
        storedSlots.contains { slot in
            guard let attribute = slot.property as? NSDerivedAttributeDescription else {
                return false
            }
            return switch Derivation(attribute, of: entity)?.source {
            case .destination, .members: true
            case .now, .own, nil: false
            }
        }
    }
}
