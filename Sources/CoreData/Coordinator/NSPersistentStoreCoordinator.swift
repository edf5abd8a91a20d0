import Execution
import Foundation
import Synchronization

/// Stands between contexts and stores: one model, some stores, and the rows that contexts share.
///
/// Contexts of several queues use it at once. Requests to a store wait for one of its connections;
/// see `NSPersistentStoreConnectionPoolMaxSizeKey`.
open class NSPersistentStoreCoordinator: NSObject, @unchecked Sendable {
    final let execution: any Execution
    /// The model, which is frozen.
    public final let managedObjectModel: NSManagedObjectModel
    final let model: ModelLayout
    final let contexts = WeakContexts()
    private final let queue: any ExecutionQueue
    private final let lock = SectionLock()
    /// Guarded by `lock`; the index is the store's number in keys.
    @exclusivity(unchecked) private final var stores: [(any RowStore)?] = []

    /// Who sees the transactions. Set before the first save.
    package final var transactionObserver: (any TransactionObserver)?

    /// Makes a coordinator of a model, which is frozen from then on.
    public init(managedObjectModel model: NSManagedObjectModel) {
        execution = Executions.current
        managedObjectModel = model
        self.model = ModelLayout.of(model)
        queue = execution.makeQueue(label: "a coordinator", cause: .waitForCoordinator)
        super.init()
        KnownModels.add(self.model)
    }

    deinit {
        for store in stores { store?.willRemove(from: nil) }
        lock.destroy()
    }

    /// A name for logs.
    public final var name: String? {
        get { ownName }
        set {
            ownName = newValue
            if let newValue { queue.label = newValue }
        }
    }

    /// Apart from the setter: an initializer that another module's extension adds would write an
    /// observed stored property past its observer.
    private final var ownName: String?

    /// The stores, in the order in which they were added.
    public final var persistentStores: [NSPersistentStore] {
        lock.withLock { stores.compactMap { $0 } }
    }

    /// The stores with what only the engine asks of them, in the same order.
    final var rowStores: [any RowStore] {
        lock.withLock { stores.compactMap { $0 } }
    }

    /// The store of a coordinator that has never had another; `nil` for any other coordinator.
    final var soleStore: (any RowStore)? {
        lock.withLock { stores.count == 1 ? stores[0] : nil }
    }

    /// The open store at a URL; `nil` where there is none.
    public final func persistentStore(for URL: URL) -> NSPersistentStore? {
        persistentStores.first { $0.url?.standardizedFileURL == URL.standardizedFileURL }
    }

    /// Where a store lies; `/dev/null` for one that lies nowhere.
    public final func url(for store: NSPersistentStore) -> URL {
        store.url ?? URL(fileURLWithPath: "/dev/null")
    }

    /// Tells a store that its file was moved; `false` when it cannot go on there.
    ///
    /// The connections of a SQLite store are opened anew, at a file that must be there already and
    /// hold the same store. Other stores write there with the next save.
    @discardableResult
    public final func setURL(_ url: URL, for store: NSPersistentStore) -> Bool {
        guard let store = rowStores.first(where: { $0 === store }) else { return false }
        return (try? store.move(to: url)) != nil
    }

    /// Opens a store, or makes one where there is no file.
    ///
    /// - Throws: `NSPersistentStoreInvalidTypeError` for an unknown type,
    ///   `NSPersistentStoreIncompatibleVersionHashError` when the file was written with another
    ///   model, 134081 when this coordinator has the file's store already,
    ///   `NSPersistentStoreOpenError` and SQLite's errors.
    @discardableResult
    public final func addPersistentStore(
        ofType storeType: String, configurationName configuration: String?, at storeURL: URL?,
        options: [AnyHashable: Any]? = nil
    ) throws -> NSPersistentStore {
        if let storeURL, Self.liesInFile(storeType, storeURL), openStore(inFileAt: storeURL) != nil
        {
            throw CoreDataError.addedTwice(storeURL.path)
        }
        let number = lock.withLock { stores.count }
        guard number <= ObjectKey.highestStore else {
            throw CoreDataError.cannotOpen(
                storeURL?.path ?? "",
                "a coordinator has at most \(ObjectKey.highestStore + 1) stores")
        }
        let place = StorePlace(
            coordinator: self, configuration: configuration, url: storeURL,
            options: options ?? [:], number: number)
        let store = try open(storeType, place)
        store.reference = StoreReference(store)
        post(.NSPersistentStoreCoordinatorStoresWillChange, added: [store])
        lock.withLock { stores.append(store) }
        store.didAdd(to: self)
        post(.NSPersistentStoreCoordinatorStoresDidChange, added: [store])
        return store
    }

    final func open(_ type: String, _ place: StorePlace) throws -> any RowStore {
        if let name = place.configuration, name != NSPersistentStore.defaultConfiguration,
            managedObjectModel.entities(forConfigurationName: name) == nil
        {
            throw CoreDataError.unknownConfiguration(name, managedObjectModel.configurations)
        }
        switch type {
        case NSSQLiteStoreType: return try SQLiteStore(place)
        case NSInMemoryStoreType: return try AtomicStore(place, type: type, format: nil)
        case NSBinaryStoreType: return try AtomicStore(place, type: type, format: .binary)
        case NSXMLStoreType: return try AtomicStore(place, type: type, format: .xml)
        default: throw CoreDataError.unknownStoreType(type)
        }
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

    /// Opens a store as its description says, and tells the outcome to the block: on the caller's
    /// thread, or on the coordinator's queue for `shouldAddStoreAsynchronously`.
    public final func addPersistentStore(
        with storeDescription: NSPersistentStoreDescription,
        completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
    ) {
        let open = { [self] in
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
        if storeDescription.shouldAddStoreAsynchronously { perform(open) } else { open() }
    }

    /// Closes a store. Objects of it are of no further use.
    ///
    /// - Throws: 134070 for a store of somebody else's.
    public final func remove(_ store: NSPersistentStore) throws {
        guard persistentStores.contains(where: { $0 === store }) else {
            throw CoreDataError.notThisCoordinators(store)
        }
        post(.NSPersistentStoreCoordinatorStoresWillChange, removed: [store])
        postWillRemove(store)
        let removed = lock.withLock {
            let index = stores.firstIndex { $0 === store }
            if let index { stores[index] = nil }
            return index != nil
        }
        guard removed else { throw CoreDataError.notThisCoordinators(store) }
        store.willRemove(from: self)
        post(.NSPersistentStoreCoordinatorStoresDidChange, removed: [store])
    }

    /// The metadata of an open store; a change waits for the next save.
    public final func metadata(for store: NSPersistentStore) -> [String: Any] {
        store.metadata ?? [:]
    }

    /// Replaces a store's metadata; its type, its UUID and the hashes of its model stay what they
    /// are. The file gets them with the next save to the store, which fails with 134030 when they
    /// are no property list.
    public final func setMetadata(_ metadata: [String: Any]?, for store: NSPersistentStore) {
        store.metadata = StoreMetadata.merged(metadata, into: store.metadata ?? [:])
    }

    /// The ID that a URI names; `nil` when its store is not here, or its entity unknown.
    public final func managedObjectID(forURIRepresentation url: URL) -> NSManagedObjectID? {
        // Foundation takes a URL apart anew for each of its parts, and a merge brings thousands.
        let scheme = "x-coredata://"
        let text = url.absoluteString
        guard text.hasPrefix(scheme) else { return nil }
        let parts = text.utf8.dropFirst(scheme.utf8.count).split(separator: UInt8(ascii: "/"))
        guard parts.count == 3, parts[2].first == UInt8(ascii: "p"),
            let number = Int64(Substring(parts[2].dropFirst())), number > 0,
            let store = persistentStores.first(where: {
                $0.identifier.utf8.elementsEqual(parts[0])
            }),
            let name = String(Substring(parts[1])).removingPercentEncoding,
            let layout = model.layout(named: name)
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

    /// Runs a block on the coordinator's queue while the task waits.
    public final func perform<T>(_ block: @escaping () throws -> T) async rethrows -> T {
        nonisolated(unsafe) let unprotected = block
        let queue = queue
        let outcome: Outcome<T> = await withCheckedContinuation { continuation in
            queue.async {
                continuation.resume(returning: Outcome(result: Result { try unprotected() }))
            }
        }
        switch outcome.result {
        case .success(let value): return value
        case .failure(let error): try rethrow(error, as: block)
        }
    }

    /// Puts a store in the place of another, under the same number.
    final func exchange(_ store: any RowStore, for former: any RowStore) {
        lock.withLock { stores[former.number] = store }
    }

    final func store(numbered number: Int) -> (any RowStore)? {
        lock.withLock { number < stores.count ? stores[number] : nil }
    }
}
