import Foundation

/// A ready stack: model, coordinator, a context on the main queue, and others on demand.
open class NSPersistentContainer: NSObject, DefaultDirectory, @unchecked Sendable {
    /// The container's name, which is also the name of its store's file.
    public final let name: String
    /// The model of the stack.
    public final let managedObjectModel: NSManagedObjectModel
    /// The coordinator of the stack.
    public final let persistentStoreCoordinator: NSPersistentStoreCoordinator

    /// The context on the main queue.
    open var viewContext: NSManagedObjectContext { mainContext }
    private final let mainContext: NSManagedObjectContext

    /// The stores that `loadPersistentStores` opens.
    ///
    /// By default one SQLite store with the container's name.
    open var persistentStoreDescriptions: [NSPersistentStoreDescription]

    /// The folder in which containers keep their stores by default.
    open class func defaultDirectoryURL() -> URL {
        FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
            ?? FileManager.default.temporaryDirectory
    }

    /// Makes a container with the model of this name in the main bundle.
    public convenience init(name: String) {
        guard let url = Bundle.main.url(forResource: name, withExtension: "xcdatamodeld"),
            let model = NSManagedObjectModel(contentsOf: url)
        else {
            fatalError(
                """
                Failed to load model named \(name): the main bundle has no readable \
                \(name).xcdatamodeld. Read it yourself, and use init(name:managedObjectModel:).
                """)
        }
        self.init(name: name, managedObjectModel: model)
    }

    /// Makes a stack without stores; `loadPersistentStores` adds them.
    public init(name: String, managedObjectModel model: NSManagedObjectModel) {
        self.name = name
        managedObjectModel = model
        persistentStoreCoordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        mainContext = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        mainContext.persistentStoreCoordinator = persistentStoreCoordinator
        mainContext.name = "viewContext"
        persistentStoreDescriptions = [
            NSPersistentStoreDescription(
                url: Self.defaultDirectoryURL().appendingPathComponent("\(name).sqlite"))
        ]
    }

    /// Opens the stores that are not open yet, and calls the block for each.
    ///
    /// The calls come on the caller's thread, unless a description asks for another. A description
    /// whose store was opened before is left out, so that a failed one can be tried again.
    open func loadPersistentStores(
        completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
    ) {
        for description in persistentStoreDescriptions where !isOpen(description) {
            makeDefaultDirectory(for: description)
            persistentStoreCoordinator.addPersistentStore(
                with: description, completionHandler: block)
        }
    }

    private func isOpen(_ description: NSPersistentStoreDescription) -> Bool {
        guard let store = description.store else { return false }
        return persistentStoreCoordinator.persistentStores.contains { $0 === store }
    }

    /// Creates the default folder if a description uses it.
    ///
    /// If that fails, opening the store reports the error.
    private func makeDefaultDirectory(for description: NSPersistentStoreDescription) {
        let directory = Self.defaultDirectoryURL()
        guard
            description.url?.deletingLastPathComponent().standardizedFileURL
                == directory.standardizedFileURL
        else { return }
        try? FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: true)
    }

    /// A context on a private queue, on the container's coordinator.
    open func newBackgroundContext() -> NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = persistentStoreCoordinator
        // Its name stays nil, as documented; traps and waits show the queue's label.
        context.queue.label = "a background context of \(name)"
        return context
    }

    /// Enqueues a block on the queue of a new background context.
    open func performBackgroundTask(_ block: @escaping (NSManagedObjectContext) -> Void) {
        let context = newBackgroundContext()
        context.perform { block(context) }
    }

    /// Runs a block on the queue of a new background context while the task waits.
    public nonisolated(nonsending) final func performBackgroundTask<T>(
        _ block: @escaping (NSManagedObjectContext) throws -> T
    ) async rethrows -> T {
        let context = newBackgroundContext()
        return try await context.perform(schedule: .enqueued) { try block(context) }
    }
}
