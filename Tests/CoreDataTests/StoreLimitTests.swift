import CoreData
import Foundation
import Testing

/// Behaviour at the end of space, connections or the log.
@Suite(.inVirtualTime) struct `Store limits` {
    private static let checkpointThreshold = "LabSQLiteCheckpointThreshold"

    @Test func `A full disk refuses the save, and it succeeds when there is room`() throws {
        let store = try TestStore(options: [NSSQLitePragmasOption: ["max_page_count": 40]])
        let context = store.context()
        let cover = Data(repeating: 7, count: 300_000)
        try context.performAndWait {
            let author = context.make("Author", ["name": "Lem"])
            let book = context.make("Book", ["title": "A", "cover": cover, "author": author])
            for _ in 0..<2 {
                let error = #expect(throws: NSError.self) { try context.save() }
                #expect(error?.domain == NSCocoaErrorDomain)
                #expect(error?.code == CocoaError.fileWriteOutOfSpace.rawValue)
            }
            #expect(context.insertedObjects == [author, book])
            #expect(book.objectID.isTemporaryID)
            #expect(book.value(forKey: "cover") as? Data == cover)
            #expect(author.many("books") == [book])
            #expect(try store.sql("SELECT count(*) FROM ZBOOK") == [["0"]])
            // The same file without the limit.
            try store.coordinator.remove(try #require(store.coordinator.persistentStores.first))
            try store.coordinator.addPersistentStore(
                ofType: NSSQLiteStoreType, configurationName: nil, at: store.url, options: nil)
            try context.save()
            #expect(!context.hasChanges)
            #expect(author.many("books") == [book])
        }
        #expect(
            try store.sql("SELECT ZTITLE, length(ZCOVER), ZAUTHOR FROM ZBOOK")
                == [["A", "300000", "1"]])
        #expect(try store.sql("PRAGMA integrity_check") == [["ok"]])
    }

    @Test func `A full disk leaves an update pending, and its version as it was`() throws {
        let store = try TestStore(options: [NSSQLitePragmasOption: ["max_page_count": 40]])
        let context = store.context()
        try context.performAndWait {
            let book = context.make("Book", ["title": "A"])
            try context.save()
            book.setValue(Data(repeating: 7, count: 300_000), forKey: "cover")
            book.setValue("B", forKey: "title")
            #expect(throws: NSError.self) { try context.save() }
            #expect(context.updatedObjects == [book])
            #expect(book.committedValues(forKeys: ["title"])["title"] as? String == "A")
            // A smaller edit fits.
            book.setValue(nil, forKey: "cover")
            try context.save()
        }
        #expect(try store.sql("SELECT ZTITLE, ZCOVER, Z_OPT FROM ZBOOK") == [["B", nil, "2"]])
    }

    /// The rows in the database file itself, without its log.
    private func checkpointed(_ store: TestStore) throws -> [[String?]] {
        let copy = store.folder.appendingPathComponent("copy.sqlite")
        try? FileManager.default.removeItem(at: copy)
        try FileManager.default.copyItem(at: store.url, to: copy)
        return try TestStore.sql("SELECT count(*) FROM sqlite_master WHERE name = 'ZBOOK'", copy)
    }

    @Test func `The log is copied into the file after the threshold, and not before`() throws {
        let store = try TestStore(options: [Self.checkpointThreshold: 40])
        let context = store.context()
        try context.performAndWait {
            context.make("Book", ["title": "A"])
            try context.save()
            #expect(try checkpointed(store) == [["0"]])
            for year in 0..<40 {
                context.make("Book", ["title": "B", "year": year])
                try context.save()
            }
            #expect(try checkpointed(store) == [["1"]])
        }
    }

    @Test func `One connection is enough for everything`() throws {
        let store = try TestStore(options: [NSPersistentStoreConnectionPoolMaxSizeKey: 1])
        let parent = store.context("parent")
        let child = TestStore.child(of: parent)
        let sibling = store.context("sibling")
        sibling.automaticallyMergesChangesFromParent = true
        try child.performAndWait {
            let author = child.make("Author", ["name": "Lem"])
            for year in 0..<20 { child.make("Book", ["year": year, "author": author]) }
            try child.save()
            try parent.performAndWait { try parent.save() }
        }
        try sibling.performAndWait {
            let author = try #require(try sibling.all("Author").first)
            #expect(author.many("books").count == 20)
            author.setValue("Dick", forKey: "name")
            try sibling.save()
        }
        #expect(try store.sql("SELECT ZNAME FROM ZAUTHOR") == [["Dick"]])
    }
}
