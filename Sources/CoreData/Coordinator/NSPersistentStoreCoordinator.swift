import Execution
import Foundation
import Synchronization

/// Stands between contexts and stores: one model, some stores, and the rows that contexts share.
///
/// Contexts of several queues use it at once. Requests to a store wait for one of its connections;
/// see `NSPersistentStoreConnectionPoolMaxSizeKey`.
open class NSPersistentStoreCoordinator: NSObject, @unchecked Sendable {
    final let execution: any Execution
    final let model: ModelLayout
    final let contexts = WeakContexts()
    private final let queue: any ExecutionQueue
    private final let lock = SectionLock()
    /// Guarded by `lock`; the index is the store's number in keys.
    private final var stores: [NSPersistentStore?] = []

    /// Who sees the transactions. Set before the first save.
    package final var transactionObserver: (any TransactionObserver)?

    /// Makes a coordinator of a model, which is frozen from then on.
    public init(managedObjectModel model: NSManagedObjectModel) {
        execution = Executions.current
        self.model = ModelLayout.of(model)
        queue = execution.makeQueue(label: "a coordinator", cause: .waitForCoordinator)
        super.init()
        KnownModels.add(self.model)
    }

    deinit {
        for store in stores { store?.willRemove(from: nil) }
        lock.destroy()
    }

    public final var managedObjectModel: NSManagedObjectModel { model.model }

    /// A name for logs.
    public final var name: String? {
        didSet { if let name { queue.label = name } }
    }

    /// The stores, in the order in which they were added.
    public final var persistentStores: [NSPersistentStore] {
        lock.withLock { stores.compactMap { $0 } }
    }

    public final func persistentStore(for URL: URL) -> NSPersistentStore? {
        persistentStores.first { $0.url?.standardizedFileURL == URL.standardizedFileURL }
    }

    public final func url(for store: NSPersistentStore) -> URL {
        store.url ?? URL(fileURLWithPath: "/dev/null")
    }

    /// Opens a store, or makes one where there is no file.
    ///
    /// - Throws: `NSPersistentStoreInvalidTypeError` for an unknown type,
    ///   `NSPersistentStoreIncompatibleVersionHashError` when the file was written with another
    ///   model, `NSPersistentStoreOpenError` and SQLite's errors.
    @discardableResult
    public final func addPersistentStore(
        ofType storeType: String, configurationName configuration: String?, at storeURL: URL?,
        options: [AnyHashable: Any]? = nil
    ) throws -> NSPersistentStore {
        guard storeType == NSSQLiteStoreType else {
            throw CoreDataError.unknownStoreType(storeType)
        }
        guard let storeURL else {
            throw CoreDataError.cannotOpen("", "a SQLite store needs the URL of a file")
        }
        let number = lock.withLock { stores.count }
        guard number <= ObjectKey.highestStore else {
            throw CoreDataError.cannotOpen(
                storeURL.path, "a coordinator has at most \(ObjectKey.highestStore + 1) stores")
        }
        let store = try SQLiteStore(
            coordinator: self, configuration: configuration, url: storeURL,
            options: options ?? [:], number: number)
        store.reference = StoreReference(store)
        lock.withLock { stores.append(store) }
        store.didAdd(to: self)
        return store
    }

    /// Opens a store, or makes one where there is no file.
    @discardableResult
    public final func addPersistentStore(
        type: NSPersistentStore.StoreType, configuration: String? = nil, at storeURL: URL,
        options: [AnyHashable: Any]? = nil
    ) throws -> NSPersistentStore {
        try addPersistentStore(
            ofType: type.rawValue, configurationName: configuration, at: storeURL,
            options: options)
    }

    /// Opens a store as its description says, and tells the outcome to the block.
    public final func addPersistentStore(
        with storeDescription: NSPersistentStoreDescription,
        completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
    ) {
        do {
            try addPersistentStore(
                ofType: storeDescription.type,
                configurationName: storeDescription.configuration, at: storeDescription.url,
                options: storeDescription.options)
            block(storeDescription, nil)
        } catch {
            block(storeDescription, error)
        }
    }

    /// Closes a store. Objects of it are of no further use.
    public final func remove(_ store: NSPersistentStore) throws {
        let index: Int? = lock.withLock {
            let index = stores.firstIndex { $0 === store }
            if let index { stores[index] = nil }
            return index
        }
        guard index != nil else {
            throw CoreDataError.cannotOpen(
                store.url?.path ?? "", "the store is not one of this coordinator's")
        }
        store.willRemove(from: self)
    }

    public final func metadata(for store: NSPersistentStore) -> [String: Any] {
        store.metadata ?? [:]
    }

    /// The ID that a URI names; `nil` when its store is not here, or its entity unknown.
    public final func managedObjectID(forURIRepresentation url: URL) -> NSManagedObjectID? {
        let parts = url.path.split(separator: "/").map(String.init)
        guard url.scheme == "x-coredata", parts.count == 2, parts[1].hasPrefix("p"),
            let number = Int64(parts[1].dropFirst()), number > 0,
            let store = persistentStores.first(where: { $0.identifier == url.host }),
            let layout = model.layout(named: parts[0])
        else { return nil }
        return NSManagedObjectID(
            key: ObjectKey(store: store.number, entity: layout.number, number: number),
            layout: layout, store: store.reference)
    }

    /// Runs a block on the coordinator's queue, later.
    public final func perform(_ block: @escaping () -> Void) {
        queue.async(block)
    }

    /// Runs a block on the coordinator's queue and returns when it is done.
    public final func performAndWait<T>(_ block: () throws -> T) rethrows -> T {
        try queue.sync(block)
    }

    /// Forgets cached rows of what others changed in the stores.
    final func forgetRows(_ keys: [ObjectKey]) {
        for key in keys where !key.isTemporary {
            store(numbered: key.store)?.forgetRow(key, root: model[key.entity].rootNumber)
        }
    }

    final func store(numbered number: Int) -> NSPersistentStore? {
        lock.withLock { number < stores.count ? stores[number] : nil }
    }
}
