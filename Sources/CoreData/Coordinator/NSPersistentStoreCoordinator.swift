import Execution
import Foundation
import Synchronization

/// Connects contexts with stores: it has one model, several stores, and the rows that contexts
/// share.
///
/// Contexts on several queues use it at once. Requests to a store wait for one of its connections;
/// see `NSPersistentStoreConnectionPoolMaxSizeKey`.
open class NSPersistentStoreCoordinator: NSObject, CoordinatorMaking, Anchored,
    @unchecked Sendable
{
    final let anchor = Anchor()
    final let execution: any Execution
    /// The model, which is frozen.
    public final let managedObjectModel: NSManagedObjectModel
    final let model: ModelLayout
    final let contexts = WeakContexts()
    private final let queue: any ExecutionQueue
    private final let lock = SectionLock()
    /// Guarded by `lock`; the index is the store's number in keys.
    @exclusivity(unchecked) private final var stores: [(any RowStore)?] = []

    /// The observer of transactions; set before the first save.
    package final var transactionObserver: (any TransactionObserver)?
    /// The observer of the saves of all contexts that stand on it; set before the first save.
    package final weak var saveObserver: (any SaveObserver)?

    /// Makes a coordinator of a model, which is frozen by this.
    public init(managedObjectModel model: NSManagedObjectModel) {
        execution = Executions.current
        managedObjectModel = model
        self.model = ModelLayout.of(model)
        queue = execution.makeQueue(label: "a coordinator", cause: .waitForCoordinator)
        super.init()
        anchor.lead(to: self)
        KnownModels.add(self.model)
    }

    /// Makes a coordinator for generic code; see `CoordinatorMaking`.
    ///
    /// Public because subclasses in other modules inherit it.
    public required convenience init(_model model: NSManagedObjectModel) {
        self.init(managedObjectModel: model)
    }

    deinit {
        anchor.letGo()
        for store in stores { store?.willRemove(from: nil) }
        lock.destroy()
    }

    /// A name for logs.
    open var name: String? {
        get { ownName }
        set {
            ownName = newValue
            if let newValue { queue.label = newValue }
        }
    }

    /// Stored apart from the setter: an initializer in another module's extension would write an
    /// observed stored property without calling its observer.
    private final var ownName: String?

    /// The stores, in the order they were added.
    open var persistentStores: [NSPersistentStore] {
        lock.withLock { stores.compactMap { $0 } }
    }

    /// The stores with their engine's protocol, in the same order.
    final var rowStores: [any RowStore] {
        lock.withLock { stores.compactMap { $0 } }
    }

    /// The only store, if the coordinator has never had another; else `nil`.
    final var soleStore: (any RowStore)? {
        lock.withLock { stores.count == 1 ? stores[0] : nil }
    }

    /// The open store at a URL; `nil` if there is none.
    open func persistentStore(for URL: URL) -> NSPersistentStore? {
        persistentStores.first { $0.url?.standardizedFileURL == URL.standardizedFileURL }
    }

    /// The URL of a store's file; `/dev/null` for a store without one.
    open func url(for store: NSPersistentStore) -> URL {
        store.url ?? URL(fileURLWithPath: "/dev/null")
    }

    /// Informs a store that its file was moved; returns `false` if the store cannot use the new
    /// URL.
    ///
    /// A SQLite store reopens its connections, at a file that must exist and hold the same store.
    /// Other stores write to the URL with the next save.
    @discardableResult
    open func setURL(_ url: URL, for store: NSPersistentStore) -> Bool {
        guard let store = rowStores.first(where: { $0 === store }) else { return false }
        return (try? store.move(to: url)) != nil
    }

    /// Opens a store, or creates one if there is no file.
    ///
    /// - Throws: `NSPersistentStoreInvalidTypeError` for an unknown type,
    ///   `NSPersistentStoreIncompatibleVersionHashError` if the file was written with another
    ///   model, 134081 if this coordinator already has the file's store,
    ///   `NSPersistentStoreOpenError` and SQLite's errors.
    @discardableResult
    open func addPersistentStore(
        ofType storeType: String, configurationName configuration: String?, at storeURL: URL?,
        options: [AnyHashable: Any]? = nil
    ) throws -> NSPersistentStore {
        if let storeURL, Self.liesInFile(storeType, storeURL), openStore(inFileAt: storeURL) != nil
        {
            throw CoreDataError.addedTwice(storeURL.path)
        }
        let number = takePlace()
        do {
            guard number <= ObjectKey.highestStore else {
                throw CoreDataError.cannotOpen(
                    storeURL?.path ?? "",
                    "a coordinator has at most \(ObjectKey.highestStore + 1) stores")
            }
            let place = StorePlace(
                coordinator: self, configuration: configuration, url: storeURL,
                options: options ?? [:], number: number)
            let store = try open(storeType, place)
            store.reference = StoreReference(store, of: self)
            post(.NSPersistentStoreCoordinatorStoresWillChange, added: [store])
            lock.withLock { stores[number] = store }
            store.didAdd(to: self)
            post(.NSPersistentStoreCoordinatorStoresDidChange, added: [store])
            return store
        } catch {
            giveBack(number)
            throw error
        }
    }

    /// A number for a store that is about to be opened, which no other one gets meanwhile.
    private func takePlace() -> Int {
        lock.withLock {
            stores.append(nil)
            return stores.count - 1
        }
    }

    /// Gives a number back that got no store.
    private func giveBack(_ number: Int) {
        lock.withLock { if number == stores.count - 1 { stores.removeLast() } }
    }

    final func open(_ type: String, _ place: StorePlace) throws -> any RowStore {
        if let name = place.configuration, name != NSManagedObjectModel.defaultConfiguration,
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

    /// Opens a store, or creates one if there is no file.
    @discardableResult
    public final func addPersistentStore(
        type: NSPersistentStore.StoreType, configuration: String? = nil, at storeURL: URL,
        options: [AnyHashable: Any]? = nil
    ) throws -> NSPersistentStore {
        try addPersistentStore(
            ofType: type.rawValue, configurationName: configuration, at: storeURL,
            options: options)
    }

    /// Opens the store of a description, and calls the block with the outcome.
    ///
    /// The call comes on the caller's thread, or on the coordinator's queue for
    /// `shouldAddStoreAsynchronously`.
    open func addPersistentStore(
        with storeDescription: NSPersistentStoreDescription,
        completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
    ) {
        let open = { [self] in
            do {
                storeDescription.store = try addPersistentStore(
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

    /// Closes a store, whose objects are then of no further use.
    ///
    /// - Throws: 134070 for a store that this coordinator does not have.
    open func remove(_ store: NSPersistentStore) throws {
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
    open func metadata(for store: NSPersistentStore) -> [String: Any] {
        store.metadata ?? [:]
    }

    /// Replaces a store's metadata, except for its type, its UUID and the hashes of its model.
    ///
    /// The next save to the store writes them to the file; it fails with 134030 if they are not a
    /// property list.
    open func setMetadata(_ metadata: [String: Any]?, for store: NSPersistentStore) {
        store.metadata = StoreMetadata.merged(metadata, into: store.metadata ?? [:])
    }

    /// The ID of a URI as text; `nil` if the coordinator lacks its store, or the entity is unknown.
    open func managedObjectID(for uri: String) -> NSManagedObjectID? {
        URL(string: uri).flatMap(managedObjectID(forURIRepresentation:))
    }

    /// The ID of a URI; `nil` if the coordinator lacks its store, or the entity is unknown.
    open func managedObjectID(forURIRepresentation url: URL) -> NSManagedObjectID? {
        // Foundation parses a URL again for each of its parts, and a merge brings thousands of
        // URLs.
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

    /// Enqueues a block on the coordinator's queue.
    open func perform(_ block: @escaping () -> Void) {
        queue.async(block)
    }

    /// Runs a block on the coordinator's queue and returns when it is done.
    open func performAndWait(_ block: () -> Void) {
        queue.sync(block)
    }

    /// Runs a block on the coordinator's queue, and returns its value or throws its error.
    public final func performAndWait<T>(_ block: () throws -> T) rethrows -> T {
        try queue.sync(block)
    }

    /// Forgets cached rows of objects that were changed in the stores past the cache.
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

    /// Replaces a store by another one, under the same number.
    final func exchange(_ store: any RowStore, for former: any RowStore) {
        lock.withLock { stores[former.number] = store }
    }

    final func store(numbered number: Int) -> (any RowStore)? {
        lock.withLock { number < stores.count ? stores[number] : nil }
    }
}
