import CoreData
import Foundation

/// A coordinator on a store of any type, in a folder of its own, which goes with it.
final class TypedStore: @unchecked Sendable {
    let folder: URL
    let url: URL
    let type: NSPersistentStore.StoreType
    private(set) var coordinator: NSPersistentStoreCoordinator

    init(
        _ type: NSPersistentStore.StoreType, model: NSManagedObjectModel = LibraryModel.make()
    ) throws {
        self.type = type
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("core-data-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        url = folder.appendingPathComponent("store.\(type.rawValue)")
        coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addPersistentStore(type: type, at: url)
    }

    deinit {
        for store in coordinator.persistentStores { try? coordinator.remove(store) }
        try? FileManager.default.removeItem(at: folder)
    }

    func context() -> NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    func close() throws {
        for store in coordinator.persistentStores { try coordinator.remove(store) }
    }

    /// Opens the file with a new coordinator, as another process would.
    func reopen(
        _ model: NSManagedObjectModel = LibraryModel.make(), options: [AnyHashable: Any] = [:]
    ) throws {
        try close()
        let next = NSPersistentStoreCoordinator(managedObjectModel: model)
        try next.addPersistentStore(type: type, at: url, options: options)
        coordinator = next
    }
}
