import CoreData
import Foundation
import Synchronization
import Testing

@Suite(.inVirtualTime) struct `Merging` {
    /// Merges `from`'s did-save into `into`, as an app's observer does.
    private func observe(
        _ from: NSManagedObjectContext, _ into: NSManagedObjectContext
    ) -> any NSObjectProtocol {
        let target = into
        return NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextDidSave, object: from, queue: nil
        ) { note in
            nonisolated(unsafe) let note = note
            target.performAndWait { target.mergeChanges(fromContextDidSave: note) }
        }
    }

    @Test func `Inserted objects are faulted in, and announced as inserted`() throws {
        let store = try TestStore()
        let main = store.context("main")
        let worker = store.context("worker")
        let token = observe(worker, main)
        defer { NotificationCenter.default.removeObserver(token) }
        let announced = Mutex(0)
        let other = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextObjectsDidChange, object: main, queue: nil
        ) { note in
            let inserted = note.userInfo?[NSInsertedObjectsKey] as? Set<NSManagedObject> ?? []
            announced.withLock { $0 += inserted.count }
        }
        defer { NotificationCenter.default.removeObserver(other) }
        try worker.performAndWait {
            for title in ["A", "B"] { worker.make("Book", ["title": title]) }
            try worker.save()
        }
        #expect(announced.withLock { $0 } == 2)
    }

    @Test func `A registered, loaded object takes new values and keeps its unsaved ones`() throws {
        let store = try TestStore()
        let main = store.context("main")
        let worker = store.context("worker")
        let token = observe(worker, main)
        defer { NotificationCenter.default.removeObserver(token) }
        try worker.performAndWait {
            worker.make("Book", ["title": "A", "year": 1])
            try worker.save()
        }
        let held = try main.performAndWait {
            let book = try #require(try main.all("Book").first)
            book.setValue(99, forKey: "year")
            return book
        }
        try worker.performAndWait {
            let book = try #require(try worker.all("Book").first)
            book.setValue("B", forKey: "title")
            book.setValue(2, forKey: "year")
            try worker.save()
        }
        try main.performAndWait {
            #expect(held.text("title") == "B")
            #expect(held.int("year") == 99)
            // Merged changes leave no conflict behind.
            try main.save()
        }
        #expect(try store.sql("SELECT ZTITLE, ZYEAR, Z_OPT FROM ZBOOK") == [["B", "99", "3"]])
    }

    @Test func `What is not registered is not touched by updates`() throws {
        let store = try TestStore()
        let main = store.context("main")
        let worker = store.context("worker")
        try worker.performAndWait {
            worker.make("Book", ["title": "A"])
            try worker.save()
        }
        let token = observe(worker, main)
        defer { NotificationCenter.default.removeObserver(token) }
        try worker.performAndWait {
            try worker.all("Book").first?.setValue("B", forKey: "title")
            try worker.save()
        }
        main.performAndWait { #expect(main.registeredObjects.isEmpty) }
    }

    @Test func `A deleted object that is still held stays readable and is gone from fetches`()
        throws
    {
        let store = try TestStore()
        let main = store.context("main")
        let worker = store.context("worker")
        let token = observe(worker, main)
        defer { NotificationCenter.default.removeObserver(token) }
        try worker.performAndWait {
            worker.make("Book", ["title": "A"])
            try worker.save()
        }
        let held = try main.performAndWait {
            let book = try #require(try main.all("Book").first)
            #expect(book.text("title") == "A")
            return book
        }
        try worker.performAndWait {
            worker.delete(try #require(try worker.all("Book").first))
            try worker.save()
        }
        try main.performAndWait {
            #expect(held.isDeleted)
            #expect(held.text("title") == "A")
            let found = try main.all("Book")
            #expect(found.isEmpty)
            #expect(!main.hasChanges)
        }
    }

    @Test func `Automatic merging brings a sibling's save`() async throws {
        let store = try TestStore()
        let main = store.context("main")
        let worker = store.context("worker")
        main.automaticallyMergesChangesFromParent = true
        try worker.performAndWait {
            worker.make("Book", ["title": "A", "year": 1])
            try worker.save()
        }
        let held = try main.performAndWait {
            let book = try #require(try main.all("Book").first)
            _ = book.int("year")
            return book
        }
        try worker.performAndWait {
            try worker.all("Book").first?.setValue(2, forKey: "year")
            try worker.save()
        }
        // The merge stands in main's queue already; this block comes behind it.
        main.performAndWait { #expect(held.int("year") == 2) }
    }

    @Test func `Automatic merging brings a parent's save to its child`() throws {
        let store = try TestStore()
        let parent = store.context("parent")
        let child = TestStore.child(of: parent)
        child.automaticallyMergesChangesFromParent = true
        try parent.performAndWait {
            parent.make("Book", ["title": "A"])
            try parent.save()
        }
        let held = try child.performAndWait {
            let book = try #require(try child.all("Book").first)
            _ = book.text("title")
            return book
        }
        try parent.performAndWait {
            try parent.all("Book").first?.setValue("B", forKey: "title")
            try parent.save()
        }
        child.performAndWait { #expect(held.text("title") == "B") }
    }
}
