import CoreData
import Foundation

/// A container with a loaded store in a folder of its own, as an app keeps one in a class.
///
/// The container is made in `init` and not exchanged; its contexts protect themselves.
final class CoreDataStack: @unchecked Sendable {
    let persistentContainer: NSPersistentContainer
    private let folder: URL

    init(_ model: NSManagedObjectModel) throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("core-data-stack-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        persistentContainer = NSPersistentContainer(name: "Stack", managedObjectModel: model)
        persistentContainer.persistentStoreDescriptions = [
            NSPersistentStoreDescription(url: folder.appendingPathComponent("store.sqlite"))
        ]
        var failure: (any Error)?
        persistentContainer.loadPersistentStores { _, error in failure = error }
        if let failure { throw failure }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// SQLite's own view of the store's file.
    func sql(_ text: String) throws -> [[String?]] {
        try TestStore.sql(text, folder.appendingPathComponent("store.sqlite"))
    }
}
