import CoreData
import Execution
import Foundation
import StoreIO
import WorkloadEngine

/// Makes and reads the stores that faults are tried on.
struct FaultStore: Sendable {
    let mode: StoreMode
    let script: FaultScript
    /// The store as it is before each trial, closed.
    let template: StoreFiles

    /// Whether each save is two transactions, as a control.
    var splitsSaves = false

    var model: NSManagedObjectModel { script.model }

    /// Frames of the log after which the engine checkpoints: so few that the short run does.
    static let checkpointThreshold = 24

    /// - Parameter folder: an existing one; the template is made there, and removed again.
    /// - Throws: the coordinator's error.
    init(_ mode: StoreMode, script: FaultScript, in folder: String) throws {
        self.mode = mode
        self.script = script
        let path = URL(filePath: folder).appending(path: "template.sqlite").path
        defer { StoreFiles.remove(at: path) }
        try Self.makeTemplate(script, at: path, options: Self.options(mode))
        template = StoreFiles(at: path)
    }

    private static func makeTemplate(
        _ script: FaultScript, at path: String, options: [AnyHashable: Any]
    ) throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: script.model)
        let store = try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: URL(filePath: path),
            options: options)
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        try context.performAndWait {
            _ = try script.run.perform(script.base.step, in: context, on: Executions.current)
            try context.save()
        }
        try coordinator.remove(store)
    }

    /// As the lab opens its stores, with the trace.
    var options: [AnyHashable: Any] {
        var options = Self.options(mode)
        options[SQLiteStoreOption.vfsName] = TracingVFS.name
        options[SQLiteStoreOption.splitsSaves] = splitsSaves
        return options
    }

    private static func options(_ mode: StoreMode) -> [AnyHashable: Any] {
        var settings = StoreSettings()
        settings.journal = mode.journal
        settings.synchronous = mode.synchronous
        settings.checkpoint = checkpointThreshold
        return settings.options
    }

    /// The content of a store, opened through the engine, and the findings of SQLite's own checks.
    ///
    /// Opening recovers, and closing checkpoints: the files are others afterwards.
    ///
    /// - Throws: the coordinator's error.
    func read(at path: String) throws -> (content: StoreContent, problems: [String]) {
        // This copy is judged and thrown away, so it need not survive a loss of power.
        var options = Self.options(StoreMode(mode.journal, .off))
        options[SQLiteStoreOption.checkpointThreshold] = 1_000_000
        let content = try StoreReader(plan: script.run.plan, model: model, options: options)
            .read(storeAt: URL(filePath: path))
        return (content, StoreCheck.problems(inDatabaseAt: path))
    }
}
