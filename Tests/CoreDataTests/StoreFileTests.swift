import CoreData
import Foundation
import Testing

/// A coordinator's work on the files of stores that it does not have open.
@Suite(.inVirtualTime) struct `Store files` {
    /// A store with one book, closed.
    private func closedStore(_ title: String = "A") throws -> TestStore {
        let store = try TestStore()
        let context = store.context()
        try context.performAndWait {
            context.make("Book", ["title": title])
            try context.save()
        }
        try store.close()
        return store
    }

    private var empty: NSPersistentStoreCoordinator {
        NSPersistentStoreCoordinator(managedObjectModel: LibraryModel.make())
    }

    @Test func `The metadata of a closed store are read without changing the file`() throws {
        let store = try closedStore()
        let before = try Data(contentsOf: store.url)
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
            type: .sqlite, at: store.url)
        #expect(metadata[NSStoreTypeKey] as? String == NSSQLiteStoreType)
        #expect(
            LibraryModel.make().isConfiguration(
                withName: nil, compatibleWithStoreMetadata: metadata))
        #expect(try Data(contentsOf: store.url) == before)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: store.folder.path)
                == ["store.sqlite"])
    }

    @Test func `There are no metadata where there is no file, or no store`() throws {
        let store = try closedStore()
        let missing = store.folder.appendingPathComponent("none.sqlite")
        let first = #expect(throws: NSError.self) {
            try NSPersistentStoreCoordinator.metadataForPersistentStore(
                ofType: NSSQLiteStoreType, at: missing)
        }
        #expect(first?.code == CocoaError.fileReadNoSuchFile.rawValue)
        #expect(!FileManager.default.fileExists(atPath: missing.path))
        try Data("no database, by any means".utf8).write(to: store.url)
        let second = #expect(throws: NSError.self) {
            try NSPersistentStoreCoordinator.metadataForPersistentStore(
                ofType: NSSQLiteStoreType, at: store.url)
        }
        #expect(second?.code == CocoaError.fileReadCorruptFile.rawValue)
        let third = #expect(throws: NSError.self) {
            try NSPersistentStoreCoordinator.metadataForPersistentStore(
                ofType: "Stone", at: store.url)
        }
        #expect(third?.code == NSPersistentStoreInvalidTypeError)
    }

    @Test func `Metadata may be set in a closed store, but not who it is`() throws {
        let store = try closedStore()
        let before = try NSPersistentStoreCoordinator.metadataForPersistentStore(
            ofType: NSSQLiteStoreType, at: store.url)
        try NSPersistentStoreCoordinator.setMetadata(
            ["mine": 7, NSStoreUUIDKey: "other"], forPersistentStoreOfType: NSSQLiteStoreType,
            at: store.url)
        let after = try NSPersistentStoreCoordinator.metadataForPersistentStore(
            ofType: NSSQLiteStoreType, at: store.url)
        #expect((after["mine"] as? NSNumber)?.intValue == 7)
        #expect(after[NSStoreUUIDKey] as? String == before[NSStoreUUIDKey] as? String)
        try store.open()
        #expect(try store.titles() == ["A"])
    }

    @Test func `A destroyed store is empty, and a new one may be made there`() throws {
        let store = try closedStore()
        let before = try NSPersistentStoreCoordinator.metadataForPersistentStore(
            ofType: NSSQLiteStoreType, at: store.url)
        try empty.destroyPersistentStore(at: store.url, type: .sqlite)
        #expect(try store.sql("SELECT count(*) FROM sqlite_master") == [["0"]])
        try store.open()
        #expect(try store.titles() == [])
        let after = store.coordinator.persistentStores.first?.identifier
        #expect(after != before[NSStoreUUIDKey] as? String)
        #expect(try store.sql("PRAGMA auto_vacuum") == [["2"]])
    }

    @Test func `Destroying what is not there does nothing`() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("never-made.sqlite")
        try empty.destroyPersistentStore(at: url, ofType: NSSQLiteStoreType)
        #expect(!FileManager.default.fileExists(atPath: url.path))
    }

    @Test func `A store that the coordinator has open is not replaced`() throws {
        let store = try closedStore(), other = try closedStore("B")
        try store.open()
        let error = #expect(throws: NSError.self) {
            try store.coordinator.replacePersistentStore(
                at: store.url, withPersistentStoreFrom: other.url, type: .sqlite)
        }
        #expect(error?.code == NSPersistentStoreOperationError)
        #expect(try store.titles() == ["A"])
    }

    @Test func `A damaged store is destroyed by force`() throws {
        let store = try closedStore()
        try Data(repeating: 65, count: 5_000).write(to: store.url)
        try empty.destroyPersistentStore(
            at: store.url, ofType: NSSQLiteStoreType,
            options: [NSPersistentStoreForceDestroyOption: true])
        try store.open()
        #expect(try store.titles() == [])
    }

    @Test func `A replaced store is the other one, whose own file stays`() throws {
        let store = try closedStore(), other = try closedStore("B")
        try empty.replacePersistentStore(
            at: store.url, withPersistentStoreFrom: other.url, ofType: NSSQLiteStoreType)
        #expect(try store.sql("SELECT ZTITLE FROM ZBOOK") == [["B"]])
        #expect(try store.sql("PRAGMA integrity_check") == [["ok"]])
        try store.open()
        #expect(try store.titles() == ["B"])
        #expect(try other.sql("SELECT ZTITLE FROM ZBOOK") == [["B"]])
    }

    @Test func `Replacing by what is no store leaves the destination as it is`() throws {
        let store = try closedStore(), other = try closedStore("B")
        try Data(repeating: 65, count: 5_000).write(to: other.url)
        let before = try Data(contentsOf: store.url)
        for source in [other.url, other.folder.appendingPathComponent("none.sqlite")] {
            #expect(throws: NSError.self) {
                try empty.replacePersistentStore(
                    at: store.url, withPersistentStoreFrom: source, ofType: NSSQLiteStoreType)
            }
            #expect(try Data(contentsOf: store.url) == before)
        }
    }
}
