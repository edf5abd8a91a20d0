import CoreData
import StoreIO

/// The rules that hold for persistent history in a store that has tracked it since it was made.
///
/// History is written in the transaction of the data, so no crash may leave one without the other.
package struct HistoryInvariants: Sendable {
    /// Queries that count violations of a rule, and the rule's name.
    package let queries: [(name: String, text: String)]

    /// - Parameter model: with one table for each family of entities, as Core Data's stores have.
    package init(_ model: NSManagedObjectModel) {
        // Names of tables that differ by case alone are settled from then on.
        model.freeze()
        var queries = [
            (
                "changes of no transaction",
                """
                SELECT count(*) FROM ACHANGE c WHERE NOT EXISTS \
                (SELECT 1 FROM ATRANSACTION t WHERE t.Z_PK = c.ZTRANSACTIONID)
                """
            ),
            (
                "transactions missing between the first and the last",
                "SELECT max(Z_PK) - min(Z_PK) + 1 - count(*) FROM ATRANSACTION"
            ),
            (
                "a last transaction that is not the highest number",
                """
                SELECT max(Z_PK) <> (SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'TRANSACTION') \
                FROM ATRANSACTION
                """
            ),
        ]
        for entity in model.entities.sorted(by: { $0.name ?? "" < $1.name ?? "" })
        where entity.superentity == nil {
            queries += Self.queries(of: entity)
        }
        self.queries = queries.map { (name: $0.0, text: $0.1) }
    }

    private static func queries(of root: NSEntityDescription) -> [(String, String)] {
        let name = root.name ?? ""
        let table = AppleSQLNaming().table(for: root)
        let names = family(of: root).map { "'\($0)'" }.joined(separator: ", ")
        let isOfFamily =
            "ZENTITY IN (SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME IN (\(names)))"
        func keys(_ kinds: String) -> String {
            "SELECT ZENTITYPK FROM ACHANGE WHERE \(isOfFamily) AND ZCHANGETYPE \(kinds)"
        }
        return [
            // Purged history has no insertions of the older rows.
            (
                "objects of \(name) whose insertion is not in the history",
                """
                SELECT count(*) FROM \(table) WHERE (SELECT min(Z_PK) FROM ATRANSACTION) = 1 \
                AND Z_PK NOT IN (\(keys("= 0")))
                """
            ),
            (
                "objects of \(name) that are gone without a deletion in the history",
                """
                SELECT count(*) FROM (SELECT DISTINCT ZENTITYPK AS KEY FROM ACHANGE WHERE \
                \(isOfFamily) AND ZCHANGETYPE <> 2) WHERE KEY NOT IN (SELECT Z_PK FROM \(table)) \
                AND KEY NOT IN (\(keys("= 2")))
                """
            ),
        ]
    }

    private static func family(of entity: NSEntityDescription) -> [String] {
        [entity.name ?? ""] + entity.subentities.flatMap(family)
    }

    /// The violations, a line each; none in a store without history.
    ///
    /// - Throws: `StoreIOError` if a check cannot be made.
    /// - Complexity: O(rows + changes).
    func problems(in connection: DatabaseConnection) throws -> [String] {
        let tables = try connection.texts(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name = 'ATRANSACTION'")
        guard !tables.isEmpty else { return [] }
        return try queries.compactMap { query in
            let count = try connection.number(query.text) ?? 0
            return count > 0 ? "\(query.name): \(count)" : nil
        }
    }
}
