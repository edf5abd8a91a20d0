import CoreData
import Foundation

/// Reads a store back through a coordinator and a context of its own, into the form of the
/// expected data.
package struct StoreReader {
    private let objects: OwnObjects
    private let model: NSManagedObjectModel
    private let options: [AnyHashable: Any]
    private let storeType: String

    /// Makes a reader.
    ///
    /// - Parameter options: the stack's own options, so that reading keeps the journal mode.
    package init(
        plan: OperationPlan, model: NSManagedObjectModel, options: [AnyHashable: Any] = [:],
        storeType: String = NSSQLiteStoreType
    ) {
        self.storeType = storeType
        objects = plan.objects
        self.model = model
        self.options = options
    }

    /// The whole content of the store.
    ///
    /// A to-many relationship is read by its to-one side: both are one column of the store.
    ///
    /// - Throws: the coordinator's error if the store cannot be opened or read.
    /// - Complexity: O(objects); all of them are in memory at once.
    package func read(storeAt url: URL) throws -> StoreContent {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let store = try coordinator.addPersistentStore(
            ofType: storeType, configurationName: nil, at: url, options: options)
        let content = try read(through: coordinator)
        try coordinator.remove(store)
        return content
    }

    /// The whole content of a coordinator's stores, read through that coordinator because no other
    /// can open it: a store in memory.
    ///
    /// - Throws: the error of a failed fetch.
    package func read(through coordinator: NSPersistentStoreCoordinator) throws -> StoreContent {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.name = "read-back"
        context.persistentStoreCoordinator = coordinator
        return try context.performAndWait { try objects.read(context) }
    }
}
