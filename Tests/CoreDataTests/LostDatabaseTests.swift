import CSQLite
import CoreData
import Foundation
import Testing

/// A store whose database is gone while its other files remain: SQLite would make a new one, and
/// delete the rest.
@Suite struct `Lost databases` {
    /// The files of a store with one committed book in its log, copied while it was open.
    private func copiedStore() throws -> (TestStore, URL) {
        let store = try TestStore()
        let context = store.context()
        try context.performAndWait {
            context.make("Book", ["title": "A"])
            try context.save()
        }
        let folder = store.folder.appendingPathComponent("copy")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let copy = folder.appendingPathComponent("store.sqlite")
        for suffix in ["", "-wal", "-shm"] {
            try FileManager.default.copyItem(
                atPath: store.url.path + suffix, toPath: copy.path + suffix)
        }
        return (store, copy)
    }

    private func open(_ url: URL) throws -> NSPersistentStoreCoordinator {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: LibraryModel.make())
        try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: url)
        return coordinator
    }

    private func contents(of folder: URL) throws -> [String: Data] {
        var contents: [String: Data] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            contents[name] = FileManager.default.contents(
                atPath: folder.appendingPathComponent(name).path)
        }
        return contents
    }

    private func empty(_ url: URL) throws { try Data().write(to: url) }

    private func remove(_ path: String) throws {
        try FileManager.default.removeItem(atPath: path)
    }

    /// Expects error 259 from every door, and every byte as it was.
    private func expectRefusal(of url: URL) throws {
        let folder = url.deletingLastPathComponent()
        let before = try contents(of: folder)
        let error = #expect(throws: NSError.self) { _ = try open(url) }
        #expect(error?.domain == NSCocoaErrorDomain)
        #expect(error?.code == CocoaError.fileReadCorruptFile.rawValue)
        #expect(error?.localizedDescription.contains("Nothing was changed") == true)
        #expect(throws: NSError.self) {
            try NSPersistentStoreCoordinator.metadataForPersistentStore(
                ofType: NSSQLiteStoreType, at: url)
        }
        #expect(try contents(of: folder) == before)
    }

    @Test func `An empty file beside a log is refused, and the log is kept`() throws {
        let (store, copy) = try copiedStore()
        try empty(copy)
        try expectRefusal(of: copy)
        try store.close()
    }

    @Test func `An empty file beside a wal-index alone is refused`() throws {
        let (store, copy) = try copiedStore()
        try empty(copy)
        try remove(copy.path + "-wal")
        try expectRefusal(of: copy)
        try store.close()
    }

    @Test func `A log without its database is refused, and kept`() throws {
        let (store, copy) = try copiedStore()
        try remove(copy.path)
        try expectRefusal(of: copy)
        try store.close()
    }

    @Test func `An empty file that a link leads to is refused like any other`() throws {
        let (store, copy) = try copiedStore()
        try empty(copy)
        let link = store.folder.appendingPathComponent("link.sqlite")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: copy)
        let error = #expect(throws: NSError.self) { _ = try open(link) }
        #expect(error?.code == CocoaError.fileReadCorruptFile.rawValue)
        #expect(FileManager.default.fileExists(atPath: copy.path + "-wal"))
        try store.close()
    }

    @Test(arguments: [(0, true), (7, false)])
    func `An empty file beside a journal is a new store only where the journal says so`(
        _ pages: UInt8, _ opens: Bool
    ) throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("core-data-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appendingPathComponent("store.sqlite")
        try empty(url)
        var journal = Data([0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7])
        journal += [0, 0, 0, 0, 1, 2, 3, 4, 0, 0, 0, pages, 0, 0, 2, 0, 0, 0, 0x10, 0]
        journal += Data(count: 512 - journal.count)
        try journal.write(to: URL(fileURLWithPath: url.path + "-journal"))
        guard opens else { return try expectRefusal(of: url) }
        let coordinator = try open(url)
        #expect(coordinator.persistentStores.count == 1)
        for store in coordinator.persistentStores { try coordinator.remove(store) }
    }

    @Test func `An empty file with nothing beside it becomes a store`() throws {
        let (store, copy) = try copiedStore()
        try empty(copy)
        try remove(copy.path + "-wal")
        try remove(copy.path + "-shm")
        let coordinator = try open(copy)
        #expect(coordinator.persistentStores.count == 1)
        for store in coordinator.persistentStores { try coordinator.remove(store) }
        try store.close()
    }

    @Test func `A store that was destroyed can be made again at its place`() throws {
        let store = try TestStore()
        try store.close()
        try store.coordinator.destroyPersistentStore(at: store.url, ofType: NSSQLiteStoreType)
        try store.open()
        #expect(try store.titles() == [])
        try store.close()
    }

    @Test func `A database that lists no table and is full of pages is not written over`() throws {
        let store = try TestStore()
        try store.close()
        var data = try Data(contentsOf: store.url)
        data.replaceSubrange(100..<108, with: [0x0d, 0, 0, 0, 0, 0x10, 0, 0])
        try data.write(to: store.url)
        #expect(try store.sql("SELECT count(*) FROM sqlite_master") == [["0"]])
        let error = #expect(throws: NSError.self) { try store.open() }
        #expect(error?.code == CocoaError.fileReadCorruptFile.rawValue)
        #expect(try Data(contentsOf: store.url) == data)
    }

    @Test func `A database whose tables were all dropped becomes a store`() throws {
        let store = try TestStore()
        try store.close()
        for table in try store.sql("SELECT name FROM sqlite_master WHERE type = 'table'") {
            _ = try store.sql("DROP TABLE \(try #require(table[0]))")
        }
        #expect(try store.sql("SELECT count(*) FROM sqlite_master") == [["0"]])
        try store.open()
        #expect(try store.titles() == [])
        try store.close()
    }
}
