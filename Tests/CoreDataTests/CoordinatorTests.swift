import CoreData
import Foundation
import Testing

@Suite(.inVirtualTime) struct `Coordinators` {
    /// The notifications of a coordinator, in order: the name's middle and the stores under each
    /// key.
    private final class Log: @unchecked Sendable {
        var lines: [String] = []
        private var tokens: [any NSObjectProtocol] = []

        init(_ coordinator: NSPersistentStoreCoordinator) {
            // Of these objects alone: other tests post beside this one, on their own threads.
            let names: [(Notification.Name, AnyObject?, String)] = [
                (.NSPersistentStoreCoordinatorStoresWillChange, coordinator, "will change"),
                (
                    .NSPersistentStoreCoordinatorWillRemoveStore,
                    coordinator.persistentStores.first, "will remove"
                ),
                (.NSPersistentStoreCoordinatorStoresDidChange, coordinator, "did change"),
            ]
            for (name, poster, text) in names {
                let token = NotificationCenter.default.addObserver(
                    forName: name, object: poster, queue: nil
                ) { [unowned self, unowned coordinator] in
                    if let store = $0.object as? NSPersistentStore {
                        let isOpen = coordinator.persistentStores.contains { $0 === store }
                        if isOpen { lines.append(text + " the store") }
                    } else if $0.object as? NSPersistentStoreCoordinator === coordinator {
                        lines.append(text + Self.stores($0))
                    }
                }
                tokens.append(token)
            }
        }

        deinit {
            for token in tokens { NotificationCenter.default.removeObserver(token) }
        }

        private static func stores(_ notification: Notification) -> String {
            [NSAddedPersistentStoresKey, NSRemovedPersistentStoresKey].map { key in
                let stores = notification.userInfo?[key] as? [NSPersistentStore] ?? []
                let open = (notification.object as? NSPersistentStoreCoordinator)?.persistentStores
                return stores.map { store in
                    let isOpen = open?.contains { $0 === store } ?? false
                    return key == NSAddedPersistentStoresKey
                        ? " +"
                        : " -"
                            + (isOpen ? "open" : "closed")
                }.joined()
            }.joined()
        }
    }

    @Test func `Stores that come and go are announced before and after`() throws {
        let store = try TestStore()
        let log = Log(store.coordinator)
        let first = try #require(store.coordinator.persistentStores.first)
        try store.coordinator.remove(first)
        #expect(log.lines == ["will change -open", "will remove the store", "did change -closed"])
        log.lines = []
        try store.coordinator.addPersistentStore(type: .sqlite, at: store.url)
        #expect(log.lines == ["will change +", "did change +"])
    }

    @Test func `A migration posts both stores, and the IDs before and after in turn`() throws {
        let store = try TestStore()
        let context = store.context()
        try context.performAndWait {
            for title in ["A", "B"] { context.make("Book", ["title": title]) }
            context.make("Tag")
            try context.save()
        }
        let former = try #require(store.coordinator.persistentStores.first)
        nonisolated(unsafe) var heard: [Any] = []
        let token = NotificationCenter.default.addObserver(
            forName: .NSPersistentStoreCoordinatorStoresDidChange, object: store.coordinator,
            queue: nil
        ) { heard = $0.userInfo?[NSUUIDChangedPersistentStoresKey] as? [Any] ?? [] }
        defer { NotificationCenter.default.removeObserver(token) }
        let next = try store.coordinator.migratePersistentStore(
            former, to: store.folder.appendingPathComponent("moved"), type: .binary)
        try #require(heard.count == 3)
        #expect(heard[0] as? NSPersistentStore === former)
        #expect(heard[1] as? NSPersistentStore === next)
        let ids = try #require(heard[2] as? [NSManagedObjectID])
        let names = ids.map {
            "\($0.entity.name ?? "") \($0.uriRepresentation().lastPathComponent)"
        }
        #expect(names == ["Book p1", "Book p1", "Book p2", "Book p2", "Tag p1", "Tag p1"])
        for (index, id) in ids.enumerated() {
            #expect(id.persistentStore === (index % 2 == 0 ? former : next))
        }
    }

    @Test func `One store is not added twice, under whatever name`() throws {
        let types: [NSPersistentStore.StoreType] = [.sqlite, .binary, .xml]
        for type in types {
            let store = try TypedStore(type)
            let link = store.folder.appendingPathComponent("link")
            let second = store.folder.appendingPathComponent("second")
            try FileManager.default.createSymbolicLink(
                at: link, withDestinationURL: store.url)
            try FileManager.default.linkItem(at: store.url, to: second)
            let dotted = store.folder.appendingPathComponent(
                "./x/../\(store.url.lastPathComponent)")
            for url in [store.url, link, second, dotted] {
                let error = #expect(throws: NSError.self) {
                    try store.coordinator.addPersistentStore(type: type, at: url)
                }
                #expect(error?.code == 134_081)
            }
            #expect(store.coordinator.persistentStores.count == 1)
            let persistent = store.coordinator.persistentStores[0]
            try store.coordinator.remove(persistent)
            try store.coordinator.addPersistentStore(type: type, at: store.url)
        }
    }

    @Test func `Stores in memory share no file, and several can be added`() throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: LibraryModel.make())
        let nowhere = URL(fileURLWithPath: "/dev/null")
        let types: [NSPersistentStore.StoreType] = [.inMemory, .inMemory, .sqlite, .sqlite]
        for type in types { try coordinator.addPersistentStore(type: type, at: nowhere) }
        #expect(coordinator.persistentStores.count == 4)
    }

    @Test func `A description without a URL is of a SQLite store in memory`() throws {
        let description = NSPersistentStoreDescription()
        #expect(description.url == URL(fileURLWithPath: "/dev/null"))
        #expect(description.type == NSSQLiteStoreType)
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: LibraryModel.make())
        coordinator.addPersistentStore(with: description) { _, error in #expect(error == nil) }
        #expect(coordinator.persistentStores.first?.url?.path == "/dev/null")
    }

    @Test func `A store of another coordinator cannot be removed`() throws {
        let store = try TestStore(), other = try TestStore()
        let error = #expect(throws: NSError.self) {
            try store.coordinator.remove(try #require(other.coordinator.persistentStores.first))
        }
        #expect(error?.code == NSPersistentStoreOperationError)
        #expect(other.coordinator.persistentStores.count == 1)
    }

    @Test func `Metadata of one's own go to the file with the next save`() throws {
        let store = try TestStore()
        let persistent = try #require(store.coordinator.persistentStores.first)
        store.coordinator.setMetadata(["mine": "yes"], for: persistent)
        let metadata = store.coordinator.metadata(for: persistent)
        #expect(metadata["mine"] as? String == "yes")
        #expect(metadata[NSStoreUUIDKey] as? String == persistent.identifier)
        #expect(try stored(store)["mine"] == nil)
        let context = store.context()
        try context.performAndWait {
            context.make("Book")
            try context.save()
        }
        #expect(try stored(store)["mine"] as? String == "yes")
    }

    private func stored(_ store: TestStore) throws -> [String: Any] {
        try NSPersistentStoreCoordinator.metadataForPersistentStore(
            ofType: NSSQLiteStoreType, at: store.url)
    }

    @Test func `Metadata that are no property list fail the save, and keep the changes`() throws {
        let store = try TestStore()
        let persistent = try #require(store.coordinator.persistentStores.first)
        store.coordinator.setMetadata(["mine": NSObject()], for: persistent)
        let context = store.context()
        try context.performAndWait {
            let book = context.make("Book")
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.code == NSPersistentStoreSaveError)
            #expect(context.insertedObjects == [book])
            store.coordinator.setMetadata(nil, for: persistent)
            try context.save()
        }
        #expect(try store.sql("SELECT count(*) FROM ZBOOK") == [["1"]])
    }

    @Test func `An ID is found again by its URI, in this coordinator and another`() throws {
        let store = try TestStore()
        let context = store.context()
        let uri = try context.performAndWait {
            let book = context.make("Book", ["title": "A"])
            try context.save()
            return book.objectID.uriRepresentation()
        }
        let other = NSPersistentStoreCoordinator(managedObjectModel: LibraryModel.make())
        #expect(other.managedObjectID(forURIRepresentation: uri) == nil)
        try other.addPersistentStore(type: .sqlite, at: store.url)
        let id = try #require(other.managedObjectID(forURIRepresentation: uri))
        #expect(id.uriRepresentation() == uri)
        #expect(id.persistentStore === other.persistentStores.first)
        let nonsense = try #require(URL(string: uri.absoluteString + "x"))
        #expect(other.managedObjectID(forURIRepresentation: nonsense) == nil)
    }

    @Test func `A moved store goes on at its new place, and only there`() throws {
        let store = try TestStore()
        let context = store.context()
        let persistent = try #require(store.coordinator.persistentStores.first)
        let next = store.folder.appendingPathComponent("moved.sqlite")
        #expect(!store.coordinator.setURL(next, for: persistent), "there is no file")
        try context.performAndWait {
            context.make("Book", ["title": "A"])
            try context.save()
        }
        try store.coordinator.replacePersistentStore(
            at: next, withPersistentStoreFrom: store.url, ofType: NSSQLiteStoreType)
        #expect(store.coordinator.setURL(next, for: persistent))
        #expect(store.coordinator.url(for: persistent) == next)
        #expect(store.coordinator.persistentStore(for: next) === persistent)
        try context.performAndWait {
            let book = try #require(try context.all("Book").first)
            book.setValue("B", forKey: "title")
            try context.save()
        }
        #expect(try store.sql("SELECT ZTITLE FROM ZBOOK") == [["A"]])
        #expect(try TestStore.sql("SELECT ZTITLE FROM ZBOOK", next) == [["B"]])
    }

    @Test func `Another store's file is no place to move to`() throws {
        let store = try TestStore(), other = try TestStore()
        let persistent = try #require(store.coordinator.persistentStores.first)
        #expect(!store.coordinator.setURL(other.url, for: persistent))
        #expect(store.coordinator.url(for: persistent) == store.url)
    }

    @Test func `A store of a configuration holds that configuration's entities alone`() throws {
        let model = LibraryModel.make()
        model.setEntities(
            [try #require(model.entitiesByName["Tag"])], forConfigurationName: "Tags")
        let store = try TestStore()
        let url = store.folder.appendingPathComponent("tags.sqlite")
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let tags = try coordinator.addPersistentStore(
            type: .sqlite, configuration: "Tags", at: url)
        #expect(tags.configurationName == "Tags")
        #expect(
            try TestStore.sql("SELECT name FROM sqlite_master WHERE name LIKE 'ZBOOK%'", url) == [])
        let hashes = coordinator.metadata(for: tags)[NSStoreModelVersionHashesKey]
        #expect((hashes as? [String: Data])?.keys.sorted() == ["Tag"])
        let error = #expect(throws: NSError.self) {
            try coordinator.addPersistentStore(
                type: .sqlite, configuration: "None", at: store.folder.appendingPathComponent("x"))
        }
        #expect(error?.code == NSPersistentStoreOpenError)
    }

    @Test func `A block runs on the coordinator's queue while the task waits`() async throws {
        let store = try TestStore()
        let coordinator = store.coordinator
        #expect(await coordinator.perform { 7 } == 7)
        await #expect(throws: CocoaError.self) {
            try await coordinator.perform { throw CocoaError(.fileNoSuchFile) }
        }
    }

    @Test func `A description migrates and infers unless it is told not to`() {
        let description = NSPersistentStoreDescription(url: URL(fileURLWithPath: "/tmp/a.sqlite"))
        #expect(description.shouldMigrateStoreAutomatically)
        #expect(description.shouldInferMappingModelAutomatically)
        #expect(!description.isReadOnly)
        description.shouldMigrateStoreAutomatically = false
        description.isReadOnly = true
        description.setValue(NSString("OFF"), forPragmaNamed: "synchronous")
        let copy = description.copy() as? NSPersistentStoreDescription
        #expect(copy?.shouldMigrateStoreAutomatically == false)
        #expect(copy?.shouldInferMappingModelAutomatically == true)
        #expect(copy?.isReadOnly == true)
        #expect(copy?.sqlitePragmas["synchronous"] as? String == "OFF")
    }

    @Test func `A description may have its store opened on the coordinator's queue`() async throws {
        let store = try TestStore()
        let description = NSPersistentStoreDescription(
            url: store.folder.appendingPathComponent("later.sqlite"))
        description.shouldAddStoreAsynchronously = true
        let coordinator = store.coordinator
        let failed = await withCheckedContinuation { continuation in
            coordinator.addPersistentStore(with: description) { _, error in
                continuation.resume(returning: error != nil)
            }
        }
        #expect(!failed)
        #expect(coordinator.persistentStores.count == 2)
    }

    @Test func `Stores that are added at once have numbers of their own`() async throws {
        let store = try TestStore()
        let coordinator = store.coordinator
        let folder = store.folder
        await withTaskGroup { group in
            for number in 1...6 {
                group.addTask {
                    let description = NSPersistentStoreDescription(
                        url: folder.appendingPathComponent("\(number).sqlite"))
                    description.shouldAddStoreAsynchronously = number.isMultiple(of: 2)
                    await withCheckedContinuation { continuation in
                        coordinator.addPersistentStore(with: description) { _, error in
                            #expect(error == nil)
                            continuation.resume()
                        }
                    }
                }
            }
        }
        let stores = coordinator.persistentStores
        #expect(stores.count == 7)
        // An object of each, by its own number.
        let context = store.context()
        try context.performAndWait {
            let books = stores.map { store in
                let book = context.make("Book", ["title": store.url!.lastPathComponent])
                context.assign(book, to: store)
                return book
            }
            try context.save()
            for (store, book) in zip(stores, books) {
                #expect(book.objectID.persistentStore === store)
                context.refresh(book, mergeChanges: false)
                #expect(book.text("title") == store.url!.lastPathComponent)
            }
        }
    }
}
