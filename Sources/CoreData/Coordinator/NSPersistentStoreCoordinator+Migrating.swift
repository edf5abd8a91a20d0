import Foundation

extension NSPersistentStoreCoordinator {
    /// Writes everything in a store to another file, perhaps of another type, and uses that
    /// instead.
    ///
    /// The former store is closed, and its file stays. The new one gets its UUID, and objects in
    /// contexts then belong to the new store. The did-change notification has both stores under
    /// `NSUUIDChangedPersistentStoresKey`.
    ///
    /// - Precondition: no context fetches or saves meanwhile.
    /// - Throws: Cocoa's 516 if there is a file already, 134080 if something other than a file is
    ///   there, and errors of reading and writing; the coordinator then still has the former store,
    ///   and no new file is left behind.
    @discardableResult
    public final func migratePersistentStore(
        _ store: NSPersistentStore, to URL: URL, options: [AnyHashable: Any]? = nil,
        withType storeType: String
    ) throws -> NSPersistentStore {
        guard let former = rowStores.first(where: { $0 === store }) else {
            throw CoreDataError.notThisCoordinators(store)
        }
        let liesInFile = Self.liesInFile(storeType, URL)
        if liesInFile, try RegularFile(URL.path).exists() {
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
        next.reference = StoreReference(next, of: self)
        post(.NSPersistentStoreCoordinatorStoresWillChange, added: [next], removed: [former])
        postWillRemove(former)
        exchange(next, for: former)
        former.willRemove(from: self)
        next.didAdd(to: self)
        post(
            .NSPersistentStoreCoordinatorStoresDidChange, added: [next], removed: [former],
            changed: [former, next, ids(in: contents, of: former, next)])
        return next
    }

    /// The former and the new ID of each object, by turns.
    private func ids(
        in contents: StoreContents, of former: any RowStore, _ next: any RowStore
    ) -> [NSManagedObjectID] {
        contents.tables.flatMap { table -> [NSManagedObjectID] in
            guard let layout = model.layout(named: table.entity) else { return [] }
            return table.rows.flatMap { row in
                let key = ObjectKey(
                    store: former.number, entity: layout.number, number: row.number)
                return [former, next].map {
                    NSManagedObjectID(key: key, layout: layout, store: $0.reference)
                }
            }
        }
    }

    /// Writes everything in a store to another file, and uses that instead.
    @discardableResult
    public final func migratePersistentStore(
        _ store: NSPersistentStore, to storeURL: URL, options: [AnyHashable: Any]? = nil,
        type storeType: NSPersistentStore.StoreType
    ) throws -> NSPersistentStore {
        try migratePersistentStore(
            store, to: storeURL, options: options, withType: storeType.rawValue)
    }

    /// Removes the files of a store that could not be filled.
    private static func removeFiles(at url: URL) {
        for file in RegularFile.database(url.path) { try? file.remove() }
    }
}
