import CoreData
import Foundation
import StoreIO

/// Writes the stores that are damaged, commit by commit.
struct DamageWriter: Sendable {
    let mode: StoreMode
    let model: NSManagedObjectModel
    let script: DamageScript
    /// The store with the base alone, closed.
    let template: StoreFiles

    /// - Parameter folder: an existing one; the template is made there, and removed again.
    /// - Throws: the coordinator's error.
    init(_ mode: StoreMode, script: DamageScript, in folder: String) throws {
        self.mode = mode
        self.script = script
        let model = DamageModel.make()
        self.model = model
        let path = URL(filePath: folder).appending(path: "template.sqlite").path
        defer { StoreFiles.remove(at: path) }
        try Self.withContext(model, at: path, options: Self.options(mode)) { context in
            try script.base.perform(in: context)
            try context.save()
        }
        template = StoreFiles(at: path)
    }

    private static func options(_ mode: StoreMode) -> [AnyHashable: Any] {
        let pragmas: [String: NSString] = [
            "journal_mode": mode.journal.rawValue as NSString,
            "synchronous": mode.synchronous.rawValue as NSString,
            "journal_size_limit": "32768",
        ]
        // No checkpoint before the store is closed: its commits lie in the log until then.
        return [
            NSSQLitePragmasOption: pragmas as NSDictionary,
            SQLiteStoreOption.checkpointThreshold: 1_000_000,
        ]
    }

    /// Saves operations one by one into a store, through the traced files.
    ///
    /// - Parameter done: called after the last save, before the store is closed.
    /// - Throws: the coordinator's error.
    func write(
        _ operations: [DamageStep], at path: String, _ done: () throws -> Void
    ) throws {
        var options = Self.options(mode)
        options[SQLiteStoreOption.vfsName] = TracingVFS.name
        try Self.withContext(model, at: path, options: options) { context in
            for operation in operations {
                try operation.perform(in: context)
                try context.save()
            }
            try done()
        }
    }

    private static func withContext<T>(
        _ model: NSManagedObjectModel, at path: String, options: [AnyHashable: Any],
        _ body: (NSManagedObjectContext) throws -> T
    ) throws -> T {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let store = try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: URL(filePath: path),
            options: options)
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        let value = try context.performAndWait { try body(context) }
        try coordinator.remove(store)
        return value
    }
}
