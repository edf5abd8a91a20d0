import CoreData
import StoreIO

/// The rules that hold in any store of a model, after any operations.
struct StoreInvariants {
    /// A query that counts violations of a rule, and the rule's name.
    private let queries: [(name: String, text: String)]
    private let history: HistoryInvariants

    /// - Parameter model: with one table for each family of entities, as Core Data's stores have.
    init(_ model: NSManagedObjectModel) {
        // Names of tables and columns that differ by case alone are settled from then on.
        model.freeze()
        let naming = AppleSQLNaming()
        var queries: [(String, String)] = [
            ("Z_METADATA without its one row", "SELECT count(*) <> 1 FROM Z_METADATA")
        ]
        for entity in model.entities.sorted(by: { $0.name ?? "" < $1.name ?? "" }) {
            guard let name = entity.name else { continue }
            let table = naming.table(for: entity)
            queries += Self.references(of: entity, in: table, naming)
            guard entity.superentity == nil else { continue }
            queries.append(
                (
                    "keys of \(name) above Z_MAX",
                    """
                    SELECT count(*) FROM \(table) WHERE Z_PK > \
                    (SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = '\(name)')
                    """
                ))
            queries.append(
                ("versions of \(name) below 1", "SELECT count(*) FROM \(table) WHERE Z_OPT < 1"))
        }
        self.queries = queries
        history = HistoryInvariants(model)
    }

    /// Each to-one relationship that an entity adds leads to a row of its destination, or nowhere.
    ///
    /// Two subentities may have relationships of one name, and so of one column: the entities'
    /// numbers tell their rows apart.
    private static func references(
        of entity: NSEntityDescription, in table: String, _ naming: AppleSQLNaming
    ) -> [(String, String)] {
        let inherited = entity.superentity?.relationshipsByName ?? [:]
        let own = entity.relationshipsByName.filter { inherited[$0.key] == nil }
        let kinds = numbers(of: entity, naming)
        return own.sorted { $0.key < $1.key }.compactMap { name, relationship in
            guard !relationship.isToMany, !relationship.isTransient,
                let destination = relationship.destinationEntity
            else { return nil }
            let column = naming.column(for: relationship)
            return (
                "references “\(name)” of \(entity.name ?? "") that lead nowhere",
                """
                SELECT count(*) FROM \(table) t WHERE t.Z_ENT IN (\(kinds)) \
                AND t.\(column) IS NOT NULL AND NOT EXISTS \
                (SELECT 1 FROM \(naming.table(for: destination)) d WHERE d.Z_PK = t.\(column) \
                AND d.Z_ENT IN (\(numbers(of: destination, naming))))
                """
            )
        }
    }

    /// The numbers of an entity and those below it.
    private static func numbers(
        of entity: NSEntityDescription, _ naming: AppleSQLNaming
    ) -> String {
        func family(_ entity: NSEntityDescription) -> [NSEntityDescription] {
            [entity] + entity.subentities.flatMap(family)
        }
        return family(entity).map { "\(naming.entityNumber($0))" }.joined(separator: ", ")
    }

    /// The violations, a line each: of SQLite's own checks, references, keys, versions and history.
    ///
    /// - Throws: `StoreIOError` if a check cannot be made.
    /// - Complexity: O(pages + rows).
    func problems(in connection: DatabaseConnection) throws -> [String] {
        var problems = try connection.texts("PRAGMA integrity_check").filter { $0 != "ok" }
        // A broken file is not asked for more.
        guard problems.isEmpty else { return problems }
        try connection.forEachRow("PRAGMA foreign_key_check") { row in
            problems.append("a foreign key of \(row.text(0) ?? "")")
        }
        for query in queries {
            let count = try connection.number(query.text) ?? 0
            if count > 0 { problems.append("\(query.name): \(count)") }
        }
        return try problems + history.problems(in: connection)
    }
}
