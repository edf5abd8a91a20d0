import CoreData
import Foundation
import Testing

@Suite(.inVirtualTime) struct `Nested contexts` {
    @Test func `A save stops at the parent`() throws {
        let store = try TestStore()
        let parent = store.context("parent")
        let child = TestStore.child(of: parent)
        try child.performAndWait {
            child.make("Book", ["title": "A"])
            try child.save()
            #expect(!child.hasChanges)
        }
        #expect(try store.sql("SELECT count(*) FROM ZBOOK") == [["0"]])
        try parent.performAndWait {
            #expect(parent.insertedObjects.count == 1)
            try parent.save()
        }
        #expect(try store.sql("SELECT ZTITLE FROM ZBOOK") == [["A"]])
    }

    @Test func `An object is the same under the same temporary ID in parent and child`() throws {
        let store = try TestStore()
        let parent = store.context("parent")
        let child = TestStore.child(of: parent)
        try child.performAndWait {
            let book = child.make("Book", ["title": "A"])
            try child.save()
            #expect(book.objectID.isTemporaryID)
            let id = book.objectID
            try parent.performAndWait {
                let same = try #require(parent.registeredObject(for: id))
                #expect(same.text("title") == "A")
                try parent.save()
                #expect(!same.objectID.isTemporaryID)
            }
            // The child keeps the temporary ID, and still reaches the object by it.
            #expect(book.objectID.isTemporaryID)
            child.refresh(book, mergeChanges: false)
            #expect(book.text("title") == "A")
        }
    }

    @Test func `A child reads the parent's unsaved changes`() throws {
        let store = try TestStore()
        let parent = store.context("parent")
        let child = TestStore.child(of: parent)
        try parent.performAndWait {
            parent.make("Book", ["title": "saved"])
            try parent.save()
            try parent.all("Book").first?.setValue("changed", forKey: "title")
            parent.make("Book", ["title": "new"])
        }
        try child.performAndWait {
            let titles = try child.all("Book", sortedBy: "title").map { $0.text("title") }
            #expect(titles == ["changed", "new"])
        }
    }

    @Test func `A parent does not see a child's changes before the child saves`() throws {
        let store = try TestStore()
        let parent = store.context("parent")
        let child = TestStore.child(of: parent)
        try parent.performAndWait {
            parent.make("Book", ["title": "A"])
            try parent.save()
        }
        try child.performAndWait {
            try child.all("Book").first?.setValue("B", forKey: "title")
            child.make("Book", ["title": "C"])
        }
        let titles = try parent.performAndWait { try parent.all("Book").map { $0.text("title") } }
        #expect(titles == ["A"])
    }

    @Test func `Relationships between objects of one child save arrive whole`() throws {
        let store = try TestStore()
        let parent = store.context("parent")
        let child = TestStore.child(of: parent)
        try child.performAndWait {
            let author = child.make("Author", ["name": "Le Guin"])
            let tag = child.make("Tag", ["name": "sf"])
            for title in ["A", "B", "C"] {
                child.make("Book", ["title": title, "author": author, "tags": Set([tag])])
            }
            try child.save()
        }
        try parent.performAndWait {
            let author = try #require(try parent.all("Author").first)
            #expect(author.many("books").count == 3)
            try parent.save()
        }
        let joined = try store.sql(
            "SELECT b.ZTITLE FROM ZBOOK b JOIN ZAUTHOR a ON b.ZAUTHOR = a.Z_PK ORDER BY 1")
        #expect(joined == [["A"], ["B"], ["C"]])
        #expect(try store.sql("SELECT count(*) FROM Z_2TAGS") == [["3"]])
    }

    @Test func `A child's later objects can refer to one that has become permanent above`() throws {
        let store = try TestStore()
        let parent = store.context("parent")
        let child = TestStore.child(of: parent)
        try child.performAndWait {
            let author = child.make("Author", ["name": "Le Guin"])
            try child.save()
            try parent.performAndWait { try parent.save() }
            child.make("Book", ["title": "A", "author": author])
            try child.save()
            try parent.performAndWait { try parent.save() }
        }
        #expect(try store.sql("SELECT ZAUTHOR FROM ZBOOK") == [["1"]])
        #expect(try store.sql("SELECT count(*) FROM ZAUTHOR") == [["1"]])
    }

    @Test func `A deletion goes up one level at a time`() throws {
        let store = try TestStore()
        let parent = store.context("parent")
        let child = TestStore.child(of: parent)
        try parent.performAndWait {
            parent.make("Book", ["title": "A"])
            try parent.save()
        }
        try child.performAndWait {
            child.delete(try #require(try child.all("Book").first))
            try child.save()
            #expect(try child.all("Book").isEmpty)
        }
        #expect(try store.sql("SELECT count(*) FROM ZBOOK") == [["1"]])
        try parent.performAndWait { try parent.save() }
        #expect(try store.sql("SELECT count(*) FROM ZBOOK") == [["0"]])
    }

    @Test func `A child's save writes only what the child changed`() throws {
        let store = try TestStore()
        let parent = store.context("parent")
        let child = TestStore.child(of: parent)
        try parent.performAndWait {
            parent.make("Book", ["title": "A", "year": 1])
            try parent.save()
        }
        try child.performAndWait {
            let book = try #require(try child.all("Book").first)
            book.setValue("B", forKey: "title")
            // The parent changes another property meanwhile; no merge policy decides between them.
            parent.performAndWait {
                (try? parent.all("Book"))?.first?.setValue(2, forKey: "year")
            }
            try child.save()
        }
        try parent.performAndWait {
            let book = try #require(try parent.all("Book").first)
            #expect(book.text("title") == "B")
            #expect(book.int("year") == 2)
        }
    }

    @Test func `Three levels save and fetch through each other`() throws {
        let store = try TestStore()
        let writer = store.context("writer")
        let middle = TestStore.child(of: writer, "middle")
        let worker = TestStore.child(of: middle, "worker")
        try worker.performAndWait {
            for year in 0..<100 { worker.make("Book", ["title": "\(year)", "year": year]) }
            try worker.save()
            try middle.performAndWait { try middle.save() }
            try writer.performAndWait { try writer.save() }
            #expect(try worker.all("Book", NSPredicate(format: "year >= %d", 90)).count == 10)
        }
        #expect(try store.sql("SELECT count(*) FROM ZBOOK") == [["100"]])
    }
}
