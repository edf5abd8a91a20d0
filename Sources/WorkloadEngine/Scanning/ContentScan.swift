import CoreData
import Foundation
import StoreIO

/// Reads a store's content past the engine, by SQL, into the form of the expected data.
///
/// Read through the engine, a value that it wrote wrong and reads back wrong in the same way would
/// go undetected.
package struct ContentScan: Sendable {
    private let entities: [EntityScan]

    /// - Parameter model: that of the plan's workload.
    package init(_ plan: OperationPlan, _ model: NSManagedObjectModel) {
        // Entities have numbers, which name the join tables, from then on.
        model.freeze()
        let content = plan.objects.content
        entities = content.entities.map { EntityScan($0, of: content, in: model) }
    }

    /// The whole content of an SQLite store, while a stack has it open or after.
    ///
    /// - Throws: `StoreIOError` if SQLite refuses it.
    /// - Complexity: as `content(_:file:)`.
    package func content(ofStoreAt url: URL) throws -> StoreContent {
        let folder = URL(filePath: StoreFile.externalFolder(besides: url.path))
        return try content(DatabaseConnection(readingDatabaseAt: url.path)) { name in
            try? Data(contentsOf: folder.appending(path: name))
        }
    }

    /// The content of the database behind a connection.
    ///
    /// - Parameter file: the bytes of a large value's file by its name.
    /// - Throws: `StoreIOError`.
    /// - Complexity: O(objects), without a text for rows that were read before.
    package func content(
        _ connection: DatabaseConnection, file: (String) -> Data?
    ) throws -> StoreContent {
        // A crash may have come before the tables were made: such a store is empty, not broken.
        let tables = Set(
            try connection.texts("SELECT name FROM sqlite_schema WHERE type = 'table'"))
        return StoreContent(
            tables: try entities.map { entity in
                tables.contains(entity.table) ? try entity.rows(connection, file) : []
            })
    }
}
