import CSQLite
import CoreData
import Foundation
import Testing

@Suite(.inVirtualTime) struct `Opening stores` {
    /// A store's file with one book, closed again.
    private func closedStore(_ options: [AnyHashable: Any] = [:]) throws -> TestStore {
        let store = try TestStore(options: options)
        let context = store.context()
        try context.performAndWait {
            context.make("Book", ["title": "A"])
            try context.save()
        }
        try store.coordinator.remove(try #require(store.coordinator.persistentStores.first))
        return store
    }

    private func open(
        _ url: URL, _ model: NSManagedObjectModel = LibraryModel.make(),
        _ options: [AnyHashable: Any] = [:]
    ) throws -> NSPersistentStoreCoordinator {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: options)
        return coordinator
    }

    private func context(_ coordinator: NSPersistentStoreCoordinator) -> NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    @Test func `Several coordinators may make one new store at once`() async throws {
        for _ in 0..<10 {
            let folder = FileManager.default.temporaryDirectory
                .appendingPathComponent("core-data-tests-\(UUID().uuidString)")
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let url = folder.appendingPathComponent("store.sqlite")
            try await withThrowingTaskGroup(of: String?.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        let coordinator = try open(url)
                        return coordinator.persistentStores.first?.identifier
                    }
                }
                var identifiers = Set<String?>()
                for try await identifier in group { identifiers.insert(identifier) }
                #expect(identifiers.count == 1 && identifiers.first != .some(nil))
            }
        }
    }

    /// Expects that opening fails with a code, and leaves every byte of the folder as it was.
    private func expectRefusal(
        of store: TestStore, _ model: NSManagedObjectModel = LibraryModel.make(), code: Int
    ) throws {
        let before = try Data(contentsOf: store.url)
        let error = #expect(throws: NSError.self) { _ = try open(store.url, model) }
        #expect(error?.code == code, "\(String(describing: error))")
        #expect(try Data(contentsOf: store.url) == before)
        let names = try FileManager.default.contentsOfDirectory(atPath: store.folder.path)
        #expect(names == ["store.sqlite"])
    }

    /// Runs SQL on a file past the engine.
    private func run(_ text: String, on url: URL) throws {
        var handle: OpaquePointer?
        try #require(sqlite3_open(url.path, &handle) == SQLITE_OK)
        defer { sqlite3_close(handle) }
        try #require(sqlite3_exec(handle, text, nil, nil, nil) == SQLITE_OK)
    }

    @Test func `A store opens again with its model and is the same store`() throws {
        let store = try closedStore()
        let first = try open(store.url)
        let identifier = first.persistentStores.first?.identifier
        try first.remove(try #require(first.persistentStores.first))
        let second = try open(store.url)
        #expect(second.persistentStores.first?.identifier == identifier)
        let context = context(second)
        try context.performAndWait {
            #expect(try context.all("Book").map { $0.text("title") } == ["A"])
            context.make("Book", ["title": "B"])
            try context.save()
        }
        #expect(try store.sql("SELECT Z_PK FROM ZBOOK ORDER BY 1") == [["1"], ["2"]])
    }

    @Test func `Another model is error 134100, and the file is as it was`() throws {
        let store = try closedStore()
        try expectRefusal(of: store, ShopModel.make(.nullifyDeleteRule), code: 134100)
    }

    @Test func `Another model leaves a store without a log without one`() throws {
        let store = try closedStore([NSSQLitePragmasOption: ["journal_mode": "DELETE"]])
        try expectRefusal(of: store, ShopModel.make(.nullifyDeleteRule), code: 134100)
    }

    @Test func `A file that is no database is refused and left as it is`() throws {
        let store = try closedStore()
        try Data(repeating: 65, count: 10_000).write(to: store.url)
        try expectRefusal(of: store, code: CocoaError.fileReadCorruptFile.rawValue)
    }

    @Test func `A database of somebody else's is refused and left as it is`() throws {
        let store = try closedStore()
        try FileManager.default.removeItem(at: store.url)
        try run("PRAGMA auto_vacuum = 1; CREATE TABLE notes (text); ", on: store.url)
        try expectRefusal(of: store, code: NSPersistentStoreOpenError)
    }

    @Test func `A store of an unknown type is refused`() throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: LibraryModel.make())
        let error = #expect(throws: NSError.self) {
            try coordinator.addPersistentStore(
                ofType: "Stone", configurationName: nil, at: URL(fileURLWithPath: "/tmp/none"),
                options: nil)
        }
        #expect(error?.code == NSPersistentStoreInvalidTypeError)
    }

    @Test func `A read-only store is read, and refuses saves`() throws {
        let store = try closedStore()
        let before = try Data(contentsOf: store.url)
        let coordinator = try open(
            store.url, LibraryModel.make(), [NSReadOnlyPersistentStoreOption: true])
        #expect(coordinator.persistentStores.first?.isReadOnly == true)
        let context = context(coordinator)
        try context.performAndWait {
            let book = try #require(try context.all("Book").first)
            book.setValue("B", forKey: "title")
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.code == NSPersistentStoreSaveError)
            #expect(context.updatedObjects == [book])
            #expect(book.text("title") == "B")
        }
        #expect(try Data(contentsOf: store.url) == before)
    }

    @Test func `A read-only store is not made`() throws {
        let store = try closedStore()
        let url = store.folder.appendingPathComponent("new.sqlite")
        #expect(throws: NSError.self) {
            _ = try open(url, LibraryModel.make(), [NSReadOnlyPersistentStoreOption: true])
        }
        #expect(!FileManager.default.fileExists(atPath: url.path))
    }
}
