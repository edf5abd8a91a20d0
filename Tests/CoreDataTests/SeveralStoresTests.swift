import CSQLite
import CoreData
import Foundation
import Testing

/// Two stores under one coordinator.
@Suite(.inVirtualTime) struct `Several stores` {
    private static let vfsName = "LabSQLiteVFSName"

    /// A coordinator with a first and a second SQLite store.
    private final class Pair {
        let first: TestStore
        let secondURL: URL
        let stores: [NSPersistentStore]

        init(
            model: NSManagedObjectModel = LibraryModel.make(),
            first options: [AnyHashable: Any] = [:],
            second secondOptions: [AnyHashable: Any] = [:],
            type: NSPersistentStore.StoreType = .sqlite
        ) throws {
            first = try TestStore(model: model, options: options)
            secondURL = first.folder.appendingPathComponent("second.sqlite")
            try first.coordinator.addPersistentStore(
                type: type, at: secondURL, options: secondOptions)
            stores = first.coordinator.persistentStores
        }

        var context: NSManagedObjectContext { first.context() }

        func sql(_ text: String) throws -> [[[String?]]] {
            [try first.sql(text), try TestStore.sql(text, secondURL)]
        }

        /// Books 0, 2, 4 … in the first store, 1, 3, 5 … in the second.
        func fill(_ count: Int) throws {
            let context = context
            try context.performAndWait {
                for year in 0..<count {
                    let book = context.make("Book", ["year": year, "title": "b\(year)"])
                    if year % 2 == 1 { context.assign(book, to: stores[1]) }
                }
                try context.save()
            }
        }
    }

    @Test func `A new object goes to the first store, or the one that it is assigned to`() throws {
        let pair = try Pair()
        try pair.fill(5)
        #expect(
            try pair.sql("SELECT ZYEAR FROM ZBOOK ORDER BY 1")
                == [[["0"], ["2"], ["4"]], [["1"], ["3"]]])
    }

    @Test func `A request's stores count for unsaved objects and for controllers, too`() throws {
        let pair = try Pair()
        try pair.fill(4)
        let context = pair.context
        try context.performAndWait {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
            request.sortDescriptors = [NSSortDescriptor(key: "year", ascending: true)]
            request.affectedStores = [pair.stores[1]]
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil,
                cacheName: nil)
            let recorder = ResultsRecorder()
            controller.delegate = recorder
            try controller.performFetch()
            for book in try context.all("Book") { book.setValue("new", forKey: "title") }
            context.make("Book", ["year": 4])
            context.assign(context.make("Book", ["year": 5]), to: pair.stores[1])
            #expect(try context.fetch(request).map { $0.int("year") } == [1, 3, 5])
            #expect(try context.count(for: request) == 3)
            context.processPendingChanges()
            #expect(controller.fetchedObjects?.map { $0.int("year") } == [1, 3, 5])
            request.fetchLimit = .max
            request.fetchOffset = 1
            #expect(try context.fetch(request).map { $0.int("year") } == [3, 5])
        }
    }

    @Test func `A store of a configuration opens when another one got an entity`() throws {
        func model(_ names: [String]) -> NSManagedObjectModel {
            let entities = names.map { name in
                Make.entity(name, nil, [Make.attribute("name", .stringAttributeType)])
            }
            let model = NSManagedObjectModel()
            model.entities = entities
            model.setEntities(entities.filter { $0.name == "Item" }, forConfigurationName: "Cloud")
            model.setEntities(entities.filter { $0.name != "Item" }, forConfigurationName: "Local")
            return model
        }
        let folder = try TestStore()
        let url = folder.folder.appendingPathComponent("cloud.sqlite")
        for (names, count) in [
            (["Item", "Log"], 1), (["Account", "Item", "Log"], 2), (["Item"], 3),
        ] {
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model(names))
            let store = try coordinator.addPersistentStore(
                type: .sqlite, configuration: "Cloud", at: url)
            let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            context.persistentStoreCoordinator = coordinator
            try context.performAndWait {
                context.make("Item", ["name": "\(count)"])
                try context.save()
                let items = try context.all("Item", sortedBy: "name")
                #expect(items.map { $0.text("name") } == (1...count).map(String.init))
                #expect(items.allSatisfy { $0.entity.name == "Item" })
            }
            try coordinator.remove(store)
        }
    }

    @Test func `Rows of one number in two stores are two objects`() throws {
        let pair = try Pair()
        try pair.fill(2)
        let context = pair.context
        try context.performAndWait {
            let books = try context.all("Book", sortedBy: "year")
            #expect(
                books.map { $0.objectID.uriRepresentation().lastPathComponent } == ["p1", "p1"])
            #expect(books.map { $0.int("year") } == [0, 1])
            #expect(books.map { $0.objectID.persistentStore } == pair.stores)
            #expect(books[0].objectID != books[1].objectID)
            for book in books {
                #expect(context.registeredObject(for: book.objectID) === book)
                #expect(try context.existingObject(with: book.objectID) === book)
                let uri = book.objectID.uriRepresentation()
                let coordinator = pair.first.coordinator
                #expect(coordinator.managedObjectID(forURIRepresentation: uri) == book.objectID)
                let found = try context.all("Book", NSPredicate(format: "SELF == %@", book))
                #expect(found == [book])
            }
            books[1].setValue("changed", forKey: "title")
            context.delete(books[0])
            try context.save()
        }
        #expect(try pair.sql("SELECT ZTITLE, Z_OPT FROM ZBOOK") == [[], [["changed", "2"]]])
    }

    @Test(arguments: [NSPersistentStore.StoreType.sqlite, .inMemory])
    func `A fetch takes its page from the stores together, in one order`(
        _ type: NSPersistentStore.StoreType
    ) throws {
        let pair = try Pair(type: type)
        try pair.fill(10)
        let context = pair.context
        try context.performAndWait {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
            request.sortDescriptors = [NSSortDescriptor(key: "year", ascending: false)]
            let all = try context.fetch(request)
            #expect(all.map { $0.int("year") } == Array((0..<10).reversed()))
            request.fetchOffset = 2
            request.fetchLimit = 5
            #expect(try context.fetch(request).map { $0.int("year") } == [7, 6, 5, 4, 3])
            #expect(try context.count(for: request) == 5)
            request.fetchOffset = 8
            #expect(try context.count(for: request) == 2)
            request.predicate = NSPredicate(format: "year < 6")
            request.fetchOffset = 1
            request.fetchLimit = 2
            #expect(try context.fetch(request).map { $0.int("year") } == [4, 3])
            request.affectedStores = [pair.stores[1]]
            #expect(try context.fetch(request).map { $0.int("year") } == [3, 1])
            // Unsaved changes are laid over it as over any fetch.
            request.affectedStores = nil
            context.make("Book", ["year": 4])
            #expect(try context.fetch(request).map { $0.int("year") } == [4, 4])
        }
    }

    @Test func `A store holds what its configuration has, and takes new objects of it`() throws {
        let model = LibraryModel.make()
        let entities = model.entitiesByName
        model.setEntities(
            try ["Author", "Book"].map { try #require(entities[$0]) },
            forConfigurationName: "Books")
        model.setEntities([try #require(entities["Tag"])], forConfigurationName: "Tags")
        let folder = try TestStore()
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addPersistentStore(
            type: .sqlite, configuration: "Books", at: folder.folder.appendingPathComponent("books")
        )
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        try context.performAndWait {
            let tag = context.make("Tag", ["name": "t"])
            let book = context.make("Book", ["title": "A"])
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.code == NSPersistentStoreOperationError)
            #expect(throws: NSError.self) { try context.all("Tag") }
            try coordinator.addPersistentStore(
                type: .binary, configuration: "Tags",
                at: folder.folder.appendingPathComponent("tags"))
            try context.save()
            #expect(book.objectID.persistentStore?.configurationName == "Books")
            #expect(tag.objectID.persistentStore?.configurationName == "Tags")
            #expect(try context.all("Tag") == [tag])
            #expect(book.many("tags").isEmpty)
        }
    }

    @Test func `A relationship between two stores is error 133010, and stays pending`() throws {
        let pair = try Pair()
        let context = pair.context
        try context.performAndWait {
            let author = context.make("Author", ["name": "Lem"])
            let book = context.make("Book", ["author": author])
            context.assign(author, to: pair.stores[1])
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.code == NSManagedObjectExternalRelationshipError)
            #expect(context.insertedObjects == [author, book])
            context.assign(book, to: pair.stores[1])
            let tag = context.make("Tag", ["name": "t"])
            book.setValue(Set([tag]), forKey: "tags")
            #expect(throws: NSError.self) { try context.save() }
            context.assign(tag, to: pair.stores[1])
            try context.save()
            #expect(author.many("books") == [book])
        }
        #expect(try pair.sql("SELECT count(*) FROM ZBOOK") == [[["0"]], [["1"]]])
        #expect(try pair.sql("SELECT count(*) FROM Z_2TAGS") == [[["0"]], [["1"]]])
    }

    @Test(arguments: [0, 1])
    func `A store that cannot save keeps the other from saving`(_ index: Int) throws {
        let files = FaultyFiles()
        let faulty: [AnyHashable: Any] = [
            Self.vfsName: files.name, NSSQLitePragmasOption: ["cache_size": 1],
        ]
        let pair = try Pair(first: index == 0 ? faulty : [:], second: index == 1 ? faulty : [:])
        let context = pair.context
        try context.performAndWait {
            // More than the cache holds, so that the file is written to before the commit.
            let data = Data(repeating: 1, count: 50_000)
            let objects = (0..<2).map { number -> NSManagedObject in
                let book = context.make("Book", ["title": "b\(number)", "cover": data])
                context.assign(book, to: pair.stores[number])
                return book
            }
            files.fault = SQLITE_FULL
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.code == CocoaError.fileWriteOutOfSpace.rawValue)
            #expect(context.insertedObjects == Set(objects))
            #expect(objects.allSatisfy { $0.objectID.isTemporaryID })
            #expect(try pair.sql("SELECT count(*) FROM ZBOOK") == [[["0"]], [["0"]]])
            files.fault = SQLITE_OK
            try context.save()
        }
        #expect(try pair.sql("SELECT ZTITLE FROM ZBOOK") == [[["b0"]], [["b1"]]])
        try pair.first.close()
    }

    @Test func `A commit that fails after another's is an incomplete save, 134040`() throws {
        let files = FaultyFiles()
        let pair = try Pair(first: [Self.vfsName: files.name])
        let context = pair.context
        try context.performAndWait {
            let books = (0..<2).map { number -> NSManagedObject in
                let book = context.make("Book", ["title": "b\(number)"])
                context.assign(book, to: pair.stores[number])
                return book
            }
            // The first store commits last; a small transaction is written by its COMMIT.
            files.fault = SQLITE_IOERR
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.code == NSPersistentStoreIncompleteSaveError)
            #expect(error?.userInfo[NSUnderlyingErrorKey] is NSError)
            #expect(context.insertedObjects == [books[0]])
            #expect(!books[1].hasChanges && !books[1].objectID.isTemporaryID)
            files.fault = SQLITE_OK
            try context.save()
            #expect(!context.hasChanges)
        }
        #expect(try pair.sql("SELECT ZTITLE, Z_PK FROM ZBOOK") == [[["b0", "1"]], [["b1", "1"]]])
        try pair.first.close()
    }

    @Test func `Permanent IDs come from the store that the object is assigned to`() throws {
        let pair = try Pair()
        let context = pair.context
        try context.performAndWait {
            let books = (0..<3).map { context.make("Book", ["year": $0]) }
            context.assign(books[1], to: pair.stores[1])
            try context.obtainPermanentIDs(for: books)
            #expect(
                books.map { $0.objectID.persistentStore }
                    == [pair.stores[0], pair.stores[1], pair.stores[0]])
            try context.save()
        }
        #expect(
            try pair.sql("SELECT ZYEAR FROM ZBOOK ORDER BY 1") == [[["0"], ["2"]], [["1"]]])
    }

    @Test func `A child's assignment is kept by its parent`() throws {
        let pair = try Pair()
        let parent = pair.context
        let child = TestStore.child(of: parent)
        try child.performAndWait {
            child.assign(child.make("Book", ["title": "A"]), to: pair.stores[1])
            try child.save()
            try parent.performAndWait { try parent.save() }
        }
        #expect(try pair.sql("SELECT count(*) FROM ZBOOK") == [[["0"]], [["1"]]])
    }

    @Test func `A read-only store is read beside the other, and takes nothing new`() throws {
        let other = try TestStore()
        let writer = other.context()
        try writer.performAndWait {
            writer.make("Book", ["title": "old"])
            try writer.save()
        }
        try other.close()
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: LibraryModel.make())
        try coordinator.addPersistentStore(
            type: .sqlite, at: other.url, options: [NSReadOnlyPersistentStoreOption: true])
        try coordinator.addPersistentStore(
            ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        try context.performAndWait {
            context.make("Book", ["title": "new"])
            try context.save()
            let books = try context.all("Book", sortedBy: "title")
            #expect(books.map { $0.text("title") } == ["new", "old"])
            books[1].setValue("changed", forKey: "title")
            books[0].setValue("newer", forKey: "title")
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.code == NSPersistentStoreSaveError)
            #expect(
                error?.userInfo[NSAffectedStoresErrorKey] as? [NSPersistentStore]
                    == [coordinator.persistentStores[0]])
            #expect(context.updatedObjects == Set(books))
        }
    }

    @Test func `An object of a removed store is not saved to another`() throws {
        let pair = try Pair()
        try pair.fill(2)
        let context = pair.context
        try context.performAndWait {
            let book = try #require(try context.all("Book", sortedBy: "year").first)
            book.setValue("changed", forKey: "title")
            try pair.first.coordinator.remove(pair.stores[0])
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.code == NSPersistentStoreOperationError)
            #expect(context.updatedObjects == [book])
        }
        #expect(try pair.sql("SELECT ZTITLE FROM ZBOOK") == [[["b0"]], [["b1"]]])
    }

    @Test func `Assigning to a store that cannot hold the entity traps`() async throws {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let store = try TestStore(), stranger = try TestStore()
            let context = store.context()
            context.performAndWait {
                let book = context.make("Book")
                context.assign(book, to: stranger.coordinator.persistentStores[0])
            }
        }
        #expect(try ModelSamples.said(result).contains("Can't assign an object to a store"))
    }
}
