import CoreData
import WorkloadEngine

/// Reads a store's content past the engine, by SQL, into the form of the expected data.
///
/// Read through the engine, a value that it wrote wrong and reads back wrong in the same way would
/// go undetected.
struct ContentScan {
    private let entities: [EntityScan]

    /// - Parameter model: that of the plan's workload.
    init(_ plan: OperationPlan, _ model: NSManagedObjectModel) {
        // Entities have numbers, which name the join tables, from then on.
        model.freeze()
        let content = plan.objects.content
        entities = content.entities.map { EntityScan($0, of: content, in: model) }
    }

    /// - Throws: `ImageError`.
    /// - Complexity: O(objects), without a text for rows that were read before.
    func content(_ connection: ImageConnection) throws -> StoreContent {
        // A crash may have come before the tables were made: such a store is empty, not broken.
        let tables = Set(
            try connection.texts("SELECT name FROM sqlite_schema WHERE type = 'table'"))
        return StoreContent(
            tables: try entities.map { tables.contains($0.table) ? try $0.rows(connection) : [] })
    }
}
