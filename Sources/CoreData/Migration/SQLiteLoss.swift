/// Finds values that a migration has lost, while the former tables still exist beside the new ones.
///
/// It compares the tables, not the versions: a column counts if the new version knows its name,
/// even if the assumed former version lacks the property. So a wrongly assumed version is found out
/// by the values that it dropped.
struct SQLiteLoss {
    private let connection: SQLiteConnection
    private let mapping: InferredMapping
    private let source: HeldEntities
    private let destination: HeldEntities
    private let pairs: FormerPairs
    private let areMarked: Bool

    /// How many conditions one statement has: SQLite allows expressions up to 1,000 deep.
    private static let batch = 100

    /// - Precondition: rows and pairs are copied, the former tables exist, and `Z_PRIMARYKEY` is
    ///   not changed yet.
    init(
        _ connection: SQLiteConnection, _ plan: MigrationPlanner.Plan,
        _ destination: HeldEntities, areMarked: Bool
    ) {
        self.areMarked = areMarked
        self.connection = connection
        mapping = plan.mapping
        source = plan.source
        self.destination = destination
        pairs = FormerPairs(plan, destination)
    }

    /// Describes the first lost value, row or pair; `nil` if nothing is lost.
    ///
    /// - Throws: `SQLiteError`.
    /// - Complexity: one pass over each former table for each hundred columns.
    func first() throws -> String? {
        for entity in mapping.entities where destination.contains(entity.destination) {
            guard let former = entity.source, source.contains(former) else { continue }
            if let loss = try lostValue(entity, former) { return loss }
        }
        for layout in destination.layouts {
            for relationship in layout.relationships
            where relationship.description.entity === layout.entity {
                if let loss = try lostPair(of: relationship, layout) { return loss }
            }
        }
        return nil
    }

    // MARK: Rows

    private func lostValue(
        _ entity: InferredMapping.EntityMapping, _ former: RowLayout
    ) throws -> String? {
        let name = entity.destination.entity.name ?? ""
        let table = SQLiteMigration.prefix + SQLiteSchema.table(of: former)
        let columns = try self.columns(of: table)
        var checks = [(what: "its row", condition: "n.Z_PK IS NULL OR n.Z_OPT IS NOT o.Z_OPT")]
        for (slot, source) in entity.slots {
            // A column with this name holds values even if the assumed version lacks the property.
            let named = "Z" + slot.formerName.uppercased()
            let unknown = former.slots.contains { $0.column == named } ? nil : named
            guard
                let column = [source?.column, unknown].lazy.compactMap({ $0 })
                    .first(where: columns.contains)
            else { continue }
            let isMarked = areMarked && source?.mayLieInFile ?? false
            checks.append((slot.name, condition(slot, column, isMarked, entity.destination)))
        }
        for (column, from) in pairs.places(inTableOf: entity.destination) {
            checks.append(("its order", "n.\(column) IS NOT o.\(from)"))
        }
        // The store's own number of the entity, which may differ from the assumed version's.
        let number = """
            (SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = '\(former.entity.name ?? "")')
            """
        for start in stride(from: 0, to: checks.count, by: Self.batch) {
            let some = checks[start..<min(start + Self.batch, checks.count)]
            let cases = some.map { "WHEN \($0.condition) THEN '\($0.what)'" }
            let any = some.map { "(\($0.condition))" }
            let statement = try connection.statement(
                """
                SELECT o.Z_PK, CASE \(cases.joined(separator: " ")) END FROM \(table) o \
                LEFT JOIN \(SQLiteSchema.table(of: entity.destination)) n ON n.Z_PK = o.Z_PK \
                AND n.Z_ENT = \(entity.destination.number) WHERE o.Z_ENT = \(number) \
                AND (\(any.joined(separator: " OR "))) LIMIT 1
                """)
            defer { statement.reset() }
            if try statement.step() {
                return "\(name)/p\(statement.integer(0)), \(statement.text(1) ?? "")"
            }
        }
        return nil
    }

    private func columns(of table: String) throws -> Set<String> {
        let statement = try connection.statement("SELECT name FROM pragma_table_info(?)")
        defer { statement.reset() }
        statement.bind(table, at: 1)
        var names = Set<String>()
        while try statement.step() { names.insert(statement.text(0) ?? "") }
        return names
    }

    /// The condition for a lost value.
    ///
    /// A nil may have become a default value, and a reference nil, if its destination's entity is
    /// dropped.
    private func condition(
        _ slot: Slot, _ column: String, _ isMarked: Bool, _ layout: RowLayout
    ) -> String {
        var new = "n.\(slot.column)", old = "o.\(column)"
        if isMarked != slot.mayLieInFile {
            if isMarked { old = "coredata_inside(\(old))" } else { new = "coredata_inside(\(new))" }
        }
        let differs = "o.\(column) NOT NULL AND \(new) IS NOT \(old)"
        guard slot.kind == .toOne, let relationship = layout.relationship(ofSlot: slot.index),
            destination.holdsDestination(of: relationship)
        else { return differs }
        let table = SQLiteSchema.table(of: destination.model[relationship.destinationEntity])
        let lost = """
            \(differs) AND (n.\(slot.column) NOT NULL OR EXISTS \
            (SELECT 1 FROM \(table) d WHERE d.Z_PK = o.\(column)))
            """
        guard let entityColumn = slot.entityColumn else { return lost }
        return """
            (\(lost)) OR n.\(entityColumn) IS NOT coalesce((SELECT Z_ENT FROM \(table) d \
            WHERE d.Z_PK = n.\(slot.column)), n.\(entityColumn))
            """
    }

    // MARK: Pairs

    /// Describes the first former pair that the join table lacks, or has in another position.
    private func lostPair(
        of relationship: RelationshipLayout, _ layout: RowLayout
    ) throws -> String? {
        let description = relationship.description
        guard let join = JoinTable(description), destination.holdsDestination(of: relationship),
            let former = mapping.source(of: description), pairs.holds(former)
        else { return nil }
        let places = pairs.places(of: description, former)
        guard let select = pairs.select(former, places.map(\.from)) else { return nil }
        let names = ["a", "b"] + places.indices.map { "p\($0)" }
        let same = places.enumerated().map { " AND j.\($1.column) IS f.p\($0)" }.joined()
        let other = destination.model[relationship.destinationEntity]
        let statement = try connection.statement(
            """
            WITH f (\(names.joined(separator: ", "))) AS (\(select)) SELECT a, b FROM f \
            WHERE a IN (SELECT Z_PK FROM \(SQLiteSchema.table(of: layout))) \
            AND b IN (SELECT Z_PK FROM \(SQLiteSchema.table(of: other))) \
            AND NOT EXISTS (SELECT 1 FROM \(join.name) j WHERE j.\(join.sourceColumn) = f.a \
            AND j.\(join.destinationColumn) = f.b\(same)) LIMIT 1
            """)
        defer { statement.reset() }
        guard try statement.step() else { return nil }
        return """
            \(description.path) from p\(statement.integer(0)) to p\(statement.integer(1))
            """
    }
}
