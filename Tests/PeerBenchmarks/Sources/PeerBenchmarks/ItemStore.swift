import CoreData
import Foundation

/// A coordinator with one SQLite store of items, and a private context on it.
struct ItemStore {
    let coordinator: NSPersistentStoreCoordinator
    let context: NSManagedObjectContext
    let entity: NSEntityDescription

    private let arm: CoreDataArm.Type

    /// Makes a store.
    ///
    /// - Parameter arm: chooses the objects' class, and fills them.
    init(folder: URL, arm: CoreDataArm.Type, isIndexed: Bool = false) throws {
        self.arm = arm
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        coordinator = NSPersistentStoreCoordinator(
            managedObjectModel: ItemModel.make(objectClass: arm.objectClass, isIndexed: isIndexed))
        try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil,
            at: folder.appendingPathComponent("core.sqlite"),
            options: [NSSQLitePragmasOption: ["journal_mode": "WAL", "synchronous": "NORMAL"]])
        entity = coordinator.managedObjectModel.entitiesByName["Item"]!
        context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
    }

    /// Imports rows in batches, each of them saved and then forgotten.
    ///
    /// - Parameter batchEnded: called after each save, before its objects are let go.
    func importRows(_ count: Int, batch: Int, _ batchEnded: () -> Void = {}) throws {
        var row = 1
        while row <= count {
            let end = min(row + batch, count + 1)
            try context.performAndWait {
                for row in row..<end {
                    arm.fill(arm.make(entity, in: context), row: row)
                }
                try context.save()
                batchEnded()
                context.reset()
            }
            row = end
        }
    }

    func remove() throws {
        for store in coordinator.persistentStores { try coordinator.remove(store) }
    }
}
