/// Selects pairs of objects, and their order, from the tables that a migration has renamed.
struct FormerPairs {
    private let mapping: InferredMapping
    private let source: HeldEntities
    private let destination: HeldEntities
    private let naming = AppleSQLNaming()

    init(_ plan: MigrationPlanner.Plan, _ destination: HeldEntities) {
        mapping = plan.mapping
        source = plan.source
        self.destination = destination
    }

    /// Whether the store had tables for both ends of a former relationship.
    func holds(_ former: NSRelationshipDescription) -> Bool {
        [former.entity, former.destinationEntity].allSatisfy { entity in
            entity.map { source.hasTable(of: $0.layout) } ?? false
        }
    }

    /// Selects the keys at both ends of a former relationship, and order columns.
    ///
    /// `nil` if the former version had no column for the relationship.
    func select(_ former: NSRelationshipDescription, _ places: [String]) -> String? {
        if let join = JoinTable(former) {
            let columns = [join.sourceColumn, join.destinationColumn] + places
            return "SELECT \(columns.joined(separator: ", ")) FROM "
                + SQLiteMigration.prefix + join.name
        }
        if !former.isToMany { return references(of: former) { ["Z_PK", $0] + places } }
        return former.inverseRelationship.map {
            references(of: $0) { [$0, "Z_PK"] + places }
        }
    }

    private func references(
        of toOne: NSRelationshipDescription, columns: (String) -> [String]
    ) -> String {
        let layout = toOne.entity.layout
        let column = naming.column(for: toOne)
        let numbers = mapping.source.family(of: layout).map { "\($0.number)" }
        return """
            SELECT \(columns(column).joined(separator: ", ")) \
            FROM \(SQLiteMigration.prefix)\(SQLiteSchema.table(of: layout)) \
            WHERE \(column) NOT NULL AND Z_ENT IN (\(numbers.joined(separator: ", ")))
            """
    }

    /// The order columns of a new join table, for both ends, with the columns to copy them from.
    func places(
        of relationship: NSRelationshipDescription, _ former: NSRelationshipDescription
    ) -> [(column: String, from: String)] {
        let ends = [
            (relationship, former),
            (relationship.inverseRelationship, former.inverseRelationship),
        ]
        return ends.compactMap { next, former in
            guard let next, let former, let column = naming.orderColumn(for: next),
                let from = naming.orderColumn(for: former)
            else { return nil }
            return (column, from)
        }
    }

    /// The order columns in the table of a hierarchy, with the columns to copy them from.
    func places(inTableOf layout: RowLayout) -> [(column: String, from: String)] {
        var seen = Set<String>()
        return destination.layouts.flatMap(\.relationships).compactMap { relationship in
            let description = relationship.description
            guard relationship.isOrdered, JoinTable(description) == nil,
                destination.model[relationship.destinationEntity].rootNumber == layout.rootNumber,
                let column = naming.orderColumn(for: description),
                let former = mapping.source(of: description), JoinTable(former) == nil,
                source.contains(former.entity.layout),
                let from = naming.orderColumn(for: former),
                seen.insert(column).inserted
            else { return nil }
            return (column, from)
        }
    }
}
