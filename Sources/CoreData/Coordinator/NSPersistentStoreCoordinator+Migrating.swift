import Foundation

extension NSPersistentStoreCoordinator {
    /// Writes everything in a store to another place, and perhaps in another type, and goes on with
    /// that store.
    ///
    /// The former store is closed and its file stays. The new one has its UUID, and objects that
    /// contexts hold are the new store's from then on.
    ///
    /// - Precondition: no context fetches or saves meanwhile.
    /// - Throws: Cocoa's 516 when there is a file already, and what reading and writing meet; the
    ///   coordinator then has the former store as before, and nothing is left behind.
    @discardableResult
    public final func migratePersistentStore(
        _ store: NSPersistentStore, to URL: URL, options: [AnyHashable: Any]? = nil,
        withType storeType: String
    ) throws -> NSPersistentStore {
        guard let former = rowStores.first(where: { $0 === store }) else {
            throw CoreDataError.notThisCoordinators(store)
        }
        let liesInFile = storeType != NSInMemoryStoreType
        if liesInFile, FileManager.default.fileExists(atPath: URL.path) {
            throw CoreDataError.fileExists(URL.path)
        }
        var contents = try former.readContents()
        contents.metadata[NSStoreTypeKey] = storeType
        let place = StorePlace(
            coordinator: self, configuration: store.configurationName, url: URL,
            options: options ?? [:], number: former.number)
        let next = try open(storeType, place)
        do {
            try next.adopt(contents)
        } catch {
            next.willRemove(from: self)
            if liesInFile { Self.removeFiles(at: URL) }
            throw error
        }
        next.reference = StoreReference(next)
        post(.NSPersistentStoreCoordinatorStoresWillChange, added: [next], removed: [former])
        post(.NSPersistentStoreCoordinatorWillRemoveStore, removed: [former])
        exchange(next, for: former)
        former.willRemove(from: self)
        next.didAdd(to: self)
        post(.NSPersistentStoreCoordinatorStoresDidChange, added: [next], removed: [former])
        return next
    }

    /// Writes everything in a store to another place, and goes on with that store.
    @discardableResult
    public final func migratePersistentStore(
        _ store: NSPersistentStore, to storeURL: URL, options: [AnyHashable: Any]? = nil,
        type storeType: NSPersistentStore.StoreType
    ) throws -> NSPersistentStore {
        try migratePersistentStore(
            store, to: storeURL, options: options, withType: storeType.rawValue)
    }

    /// Removes what a store that could not be filled has left.
    private static func removeFiles(at url: URL) {
        for suffix in ["", "-wal", "-shm", "-journal"] {
            try? FileManager.default.removeItem(atPath: url.path + suffix)
        }
    }
}
