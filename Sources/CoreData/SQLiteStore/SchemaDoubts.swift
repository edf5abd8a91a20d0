/// Ranks versions of a model that have the same tables, by the values in these.
///
/// Tables do not show whether a property is optional, how many bits a number has, which entity a
/// key refers to, or whether an entity is abstract; their values may.
struct SchemaDoubts {
    private let entities: HeldEntities
    private let connection: SQLiteConnection

    /// - Precondition: the database fits `SQLiteSchema(entities)`.
    init(_ entities: HeldEntities, _ connection: SQLiteConnection) {
        self.entities = entities
        self.connection = connection
    }

    /// Counts the entities and properties of which this version forbids some stored value.
    ///
    /// - Throws: `SQLiteError`.
    /// - Complexity: reads each table once for each of its properties.
    func count() throws -> Int {
        var count = 0
        for layout in entities.layouts {
            let table = SQLiteSchema.table(of: layout)
            let rows = "SELECT 1 FROM \(table) t WHERE t.Z_ENT = \(layout.number)"
            if layout.isAbstract { count += try exists(rows) }
            for slot in layout.storedSlots {
                guard let condition = misfit(slot, layout) else { continue }
                count += try exists("\(rows) AND (\(condition))")
            }
        }
        return count
    }

    private func exists(_ rows: String) throws -> Int {
        Int(try connection.scalar("SELECT EXISTS (\(rows))") ?? 0)
    }

    /// A condition for values that an attribute or a to-one of this version could not have.
    private func misfit(_ slot: Slot, _ layout: RowLayout) -> String? {
        let column = "t." + slot.column
        var conditions: [String] = []
        if !slot.isOptional { conditions.append("\(column) IS NULL") }
        switch slot.kind {
        case .integer16: conditions.append("\(column) NOT BETWEEN -32768 AND 32767")
        case .integer32: conditions.append("\(column) NOT BETWEEN -2147483648 AND 2147483647")
        case .boolean: conditions.append("\(column) NOT IN (0, 1)")
        case .uuid: conditions.append("length(\(column)) <> 16")
        case .toOne:
            guard let relationship = layout.relationship(ofSlot: slot.index),
                entities.holdsDestination(of: relationship)
            else { break }
            let destination = entities.model[relationship.destinationEntity]
            let family = entities.family(of: destination).map { "\($0.number)" }
            conditions.append(
                """
                \(column) NOT NULL AND \(column) NOT IN (SELECT Z_PK FROM \
                \(SQLiteSchema.table(of: destination)) \
                WHERE Z_ENT IN (\(family.joined(separator: ", "))))
                """)
        default: break
        }
        return conditions.isEmpty ? nil : conditions.joined(separator: " OR ")
    }
}
