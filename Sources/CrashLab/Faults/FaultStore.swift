import CoreData
import Foundation
import StoreIO

/// Makes and reads the stores that faults are tried on.
struct FaultStore: Sendable {
    let mode: StoreMode
    let model: NSManagedObjectModel
    let script: FaultScript
    /// The store as it is before each trial, closed.
    let template: StoreFiles

    /// Frames of the log after which the engine checkpoints: so few that the short run does.
    static let checkpointThreshold = 24

    /// - Parameter folder: an existing one; the template is made there, and removed again.
    /// - Throws: the coordinator's error.
    init(_ mode: StoreMode, script: FaultScript, in folder: String) throws {
        self.mode = mode
        self.script = script
        let model = FaultModel.make()
        self.model = model
        let path = URL(filePath: folder).appending(path: "template.sqlite").path
        defer { StoreFiles.remove(at: path) }
        try Self.withContext(model, at: path, options: Self.options(mode)) { context in
            try script.base.perform(in: context)
            try context.save()
        }
        template = StoreFiles(at: path)
    }

    /// As the lab opens its stores, with the trace.
    var options: [AnyHashable: Any] {
        var options = Self.options(mode)
        options[SQLiteStoreOption.vfsName] = TracingVFS.name
        return options
    }

    private static func options(_ mode: StoreMode) -> [AnyHashable: Any] {
        let pragmas: [String: NSString] = [
            "journal_mode": mode.journal.rawValue as NSString,
            "synchronous": mode.synchronous.rawValue as NSString,
            "journal_size_limit": "32768",
        ]
        return [
            NSSQLitePragmasOption: pragmas as NSDictionary,
            SQLiteStoreOption.checkpointThreshold: checkpointThreshold,
        ]
    }

    /// The content of a store, opened through the engine, and the findings of SQLite's own checks.
    ///
    /// Opening recovers, and closing checkpoints: the files are others afterwards.
    ///
    /// - Throws: the coordinator's error.
    func read(at path: String) throws -> (content: FaultContent, problems: [String]) {
        // This copy is judged and thrown away, so it need not survive a loss of power.
        var options = Self.options(StoreMode(mode.journal, .off))
        options[SQLiteStoreOption.checkpointThreshold] = 1_000_000
        let content = try Self.withContext(model, at: path, options: options) {
            try FaultContent(of: $0)
        }
        return (content, StoreCheck.problems(inDatabaseAt: path))
    }

    /// Saves operations one by one into a store, through the traced files.
    ///
    /// - Parameter done: called after the last save, before the store is closed.
    /// - Throws: the coordinator's error.
    func write(
        _ operations: [FaultOperation], at path: String, _ done: () throws -> Void
    ) throws {
        var options = options
        options[SQLiteStoreOption.checkpointThreshold] = 1_000_000
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
