import Foundation

/// Migrates the rows of a SQLite store to another version of its model, in one transaction.
///
///     ZBOOK, Z_2TAGS          →  ZOLD_ZBOOK, ZOLD_Z_2TAGS, without their indexes
///     the new model's tables     made empty
///     ZOLD_ZBOOK              →  INSERT … SELECT, one for each entity
///     ZOLD_ZBOOK, ZBOOK          compared: see `SQLiteLoss`
///     ZOLD_…                     dropped
///
/// Keys stay; entities get the new model's numbers. A crash or an error leaves the store as it was,
/// because SQLite undoes the transaction.
struct SQLiteMigration {
    static let prefix = "ZOLD_"

    private let path: String
    private let connection: SQLiteConnection
    private let plan: MigrationPlanner.Plan
    private let mapping: InferredMapping
    private let source: HeldEntities
    private let destination: HeldEntities
    /// Whether the former columns of large values have marks; see `ExternalReference`.
    private let areMarked: Bool

    init(
        _ connection: SQLiteConnection, _ plan: MigrationPlanner.Plan,
        to destination: HeldEntities, path: String, areMarked: Bool
    ) {
        self.path = path
        self.areMarked = areMarked
        self.connection = connection
        self.plan = plan
        mapping = plan.mapping
        source = plan.source
        self.destination = destination
    }

    /// - Precondition: in a transaction.
    /// - Throws: `SQLiteError`; 134110 if the migration would lose a value that both versions have.
    func run() throws {
        let former = SQLiteSchema(source), next = SQLiteSchema(destination)
        let tables = former.requiredColumns.map(\.table)
        let highest = try highestKeys()
        for table in tables { try setAside(table) }
        for statement in try next.rowTableStatements { try connection.execute(statement) }
        for entity in mapping.entities where destination.contains(entity.destination) {
            try copyRows(entity)
        }
        for layout in destination.layouts { try copyPairs(of: layout) }
        if mapping.dropsEntities { try forgetDroppedObjects() }
        if let loss = try SQLiteLoss(
            connection, plan, destination, areMarked: areMarked
        ).first() {
            throw CoreDataError.migrationWouldLose(path, loss)
        }
        for table in tables { try connection.execute("DROP TABLE \(Self.prefix)\(table)") }
        for derived in next.derivedTriggers {
            for statement in derived.statements { try connection.execute(statement) }
            try connection.execute(derived.refreshStatement)
        }
        try connection.execute("DELETE FROM Z_PRIMARYKEY WHERE Z_ENT < 16000")
        for statement in next.primaryKeyStatements(highest: { highest[$0.number] ?? 0 }) {
            try connection.execute(statement)
        }
    }

    /// The highest key of each new root entity, from which its keys continue.
    private func highestKeys() throws -> [Int: Int64] {
        var highest: [Int: Int64] = [:]
        for entity in mapping.entities {
            guard let source = entity.source else { continue }
            let number = try connection.scalar(
                "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(source.rootNumber)")
            let root = entity.destination.rootNumber
            highest[root] = max(highest[root] ?? 0, number ?? 0)
        }
        return highest
    }

    /// Renames a table, and drops its indexes, whose names the new tables' indexes need.
    private func setAside(_ table: String) throws {
        let statement = try connection.statement(
            """
            SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = ? \
            AND sql NOT NULL ORDER BY name
            """)
        statement.bind(table, at: 1)
        var indexes: [String] = []
        while try statement.step() { indexes.append(statement.text(0) ?? "") }
        statement.reset()
        for index in indexes {
            let quoted = index.replacing("\"", with: "\"\"")
            try connection.execute("DROP INDEX \"\(quoted)\"")
        }
        try connection.execute("ALTER TABLE \(table) RENAME TO \(Self.prefix)\(table)")
    }

    // MARK: Rows

    private func copyRows(_ entity: InferredMapping.EntityMapping) throws {
        guard let former = entity.source, source.contains(former) else { return }
        let pairs = FormerPairs(plan, destination)
        var columns = ["Z_PK", "Z_ENT", "Z_OPT"]
        var values = ["Z_PK", "\(entity.destination.number)", "Z_OPT"]
        for (slot, from) in entity.slots {
            columns.append(slot.column)
            values.append(value(of: slot, from: from, entity.destination))
            if let column = slot.entityColumn {
                columns.append(column)
                values.append(entityNumber(of: from, former))
            }
        }
        for (column, from) in pairs.places(inTableOf: entity.destination) {
            columns.append(column)
            values.append(from)
        }
        try connection.execute(
            """
            INSERT INTO \(SQLiteSchema.table(of: entity.destination)) \
            (\(columns.joined(separator: ", "))) SELECT \(values.joined(separator: ", ")) \
            FROM \(Self.prefix)\(SQLiteSchema.table(of: former)) \
            WHERE Z_ENT = \(former.number) ORDER BY Z_PK
            """)
    }

    /// SQL for a column's new value.
    ///
    /// That is the old value, or the default if the column is new, or NULL is no longer allowed.
    private func value(of slot: Slot, from former: Slot?, _ layout: RowLayout) -> String {
        guard slot.kind != .toOne else { return former?.column ?? "NULL" }
        let isNeeded = former == nil || !slot.isOptional
        let column = former.map { self.column(of: slot, from: $0) }
        guard isNeeded, let value = slot.attribute.defaultValue else { return column ?? "NULL" }
        let slab = RowSlab(layout: layout, capacity: 1)
        let row = slab.appendRow(key: .none)
        row.setValue(value, of: slot)
        // A row does not retain its slab.
        let plain = withExtendedLifetime(slab) { sqlLiteral(of: slot, in: row) }
        let literal = slot.mayLieInFile ? "coredata_outside(\(plain))" : plain
        return column.map { "ifnull(\($0), \(literal))" } ?? literal
    }

    /// SQL for a column from its former one; a value in a file stays there where it may.
    private func column(of slot: Slot, from former: Slot) -> String {
        switch (former.mayLieInFile && areMarked, slot.mayLieInFile) {
        case (true, true), (false, false): former.column
        case (true, false): "coredata_inside(\(former.column))"
        case (false, true): "coredata_outside(\(former.column))"
        }
    }

    private func sqlLiteral(of slot: Slot, in row: Row) -> String {
        switch StoreContents.Value(row, slot, destination.model) {
        case .null, .reference: "NULL"
        case .integer(let integer): "\(integer)"
        case .double(let double): "\(double)"
        case .bytes(let bytes):
            slot.kind.columnType == "BLOB"
                ? "x'\(VersionText.hex(bytes))'" : "CAST(x'\(VersionText.hex(bytes))' AS TEXT)"
        }
    }

    /// SQL for the number of the entity of a to-one's destination.
    private func entityNumber(of former: Slot?, _ layout: RowLayout) -> String {
        guard let former, let relationship = layout.relationship(ofSlot: former.index) else {
            return "NULL"
        }
        guard let column = former.entityColumn else {
            let number = became(relationship.destinationEntity)
            return "CASE WHEN \(former.column) IS NULL THEN NULL ELSE \(number) END"
        }
        let family = mapping.source.family(of: mapping.source[relationship.destinationEntity])
        let cases = family.map { "WHEN \($0.number) THEN \(became($0.number))" }
        return "CASE \(column) \(cases.joined(separator: " ")) END"
    }

    private func became(_ number: Int) -> String {
        mapping.destination(of: mapping.source[number]).map { "\($0.number)" } ?? "NULL"
    }

    // MARK: Pairs

    private func copyPairs(of layout: RowLayout) throws {
        for relationship in layout.relationships {
            let description = relationship.description
            // Each table once, for the entity that declares the relationship.
            guard description.entity === layout.entity, let join = JoinTable(description),
                destination.holdsDestination(of: relationship),
                let former = mapping.source(of: description)
            else { continue }
            let pairs = FormerPairs(plan, destination)
            guard pairs.holds(former) else { continue }
            let places = pairs.places(of: description, former)
            guard let select = pairs.select(former, places.map(\.from)) else { continue }
            let columns = [join.sourceColumn, join.destinationColumn] + places.map(\.column)
            // Both sides of a relationship yield the same pairs.
            try connection.execute(
                """
                INSERT OR IGNORE INTO \(join.name) (\(columns.joined(separator: ", "))) \
                \(select)
                """)
        }
    }

    // MARK: Dropped entities

    /// Clears references to objects of dropped entities.
    private func forgetDroppedObjects() throws {
        var seen = Set<String>()
        for layout in destination.layouts {
            for slot in layout.toOneSlots where slot.isStored {
                let table = SQLiteSchema.table(of: layout)
                guard seen.insert(table + "." + slot.column).inserted,
                    let relationship = layout.relationship(ofSlot: slot.index),
                    destination.holdsDestination(of: relationship)
                else { continue }
                let columns = [slot.column] + (slot.entityColumn.map { [$0] } ?? [])
                try connection.execute(
                    """
                    UPDATE \(table) SET \(columns.map { "\($0) = NULL" }.joined(separator: ", ")) \
                    WHERE \(slot.column) NOT NULL AND \(slot.column) NOT IN \
                    (SELECT Z_PK FROM \(self.table(of: relationship)))
                    """)
            }
            for relationship in layout.relationships {
                guard let join = JoinTable(relationship.description),
                    destination.holdsDestination(of: relationship)
                else { continue }
                try connection.execute(
                    """
                    DELETE FROM \(join.name) WHERE \(join.destinationColumn) NOT IN \
                    (SELECT Z_PK FROM \(table(of: relationship)))
                    """)
            }
        }
    }

    private func table(of relationship: RelationshipLayout) -> String {
        SQLiteSchema.table(of: destination.model[relationship.destinationEntity])
    }
}
