import CoreData
import Foundation
import Testing

@Suite(.inVirtualTime) struct `Object states` {
    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        store = try TestStore()
        context = store.context()
    }

    /// Deletes a book, or an author with the books, in another context.
    private func deleteElsewhere(_ id: NSManagedObjectID) throws {
        let other = store.context("other")
        try other.performAndWait {
            other.delete(other.object(with: id))
            try other.save()
        }
    }

    @Test func `A new object is inserted, a saved one nothing, a changed one updated`() throws {
        try context.performAndWait {
            let book = context.make("Book")
            #expect(book.isInserted && !book.isUpdated && book.hasChanges)
            book.setValue("A", forKey: "title")
            #expect(book.isInserted && !book.isUpdated)
            try context.save()
            #expect(!book.isInserted && !book.isUpdated && !book.isDeleted && !book.hasChanges)
            book.setValue("B", forKey: "title")
            #expect(!book.isInserted && book.isUpdated && book.hasChanges)
            context.refresh(book, mergeChanges: false)
            #expect(!book.isUpdated && !book.hasChanges)
        }
    }

    @Test func `A deleted object is deleted until the save, and belongs to nobody after it`() throws
    {
        try context.performAndWait {
            let book = context.make("Book", ["title": "A"])
            try context.save()
            context.delete(book)
            #expect(book.isDeleted && book.hasChanges)
            #expect(book.managedObjectContext === context)
            try context.save()
            #expect(!book.isDeleted && !book.hasChanges)
            #expect(book.managedObjectContext == nil)
            #expect(book.text("title") == "A")
            #expect(try context.all("Book").isEmpty)
        }
    }

    @Test func `A rolled back insertion belongs to nobody`() {
        context.performAndWait {
            let book = context.make("Book")
            context.rollback()
            #expect(!book.isInserted && !book.isDeleted && book.managedObjectContext == nil)
        }
    }

    @Test func `A rolled back deletion is none`() throws {
        try context.performAndWait {
            let book = context.make("Book")
            try context.save()
            context.delete(book)
            context.rollback()
            #expect(!book.isDeleted && book.managedObjectContext === context)
        }
    }

    @Test func `A fault whose row is gone is deleted, and its properties nil`() throws {
        #expect(context.shouldDeleteInaccessibleFaults)
        try context.performAndWait {
            let author = context.make("Author", ["name": "A", "born": 1])
            context.make("Book", ["title": "B", "author": author])
            try context.save()
            context.refreshAllObjects()
            try deleteElsewhere(author.objectID)
            #expect(author.text("name") == nil)
            #expect(author.isDeleted && !author.isFault)
            #expect(author.many("books").isEmpty)
            #expect(author.managedObjectContext === context)
            author.setValue("C", forKey: "name")
            #expect(!context.hasChanges)
            try context.save()
        }
    }

    @Test func `A cascade over members that are gone deletes the rest`() throws {
        try context.performAndWait {
            let author = context.make("Author", ["name": "A"])
            let books = (0..<3).map { context.make("Book", ["year": $0, "author": author]) }
            try context.save()
            let id = books[1].objectID
            #expect(author.many("books").count == 3)
            context.refresh(books[1], mergeChanges: false)
            try deleteElsewhere(id)
            context.refresh(author, mergeChanges: true)
            #expect(author.many("books").count == 2)
            context.rollback()
        }
        let stale = store.context("stale")
        try stale.performAndWait {
            let author = try #require(try stale.all("Author").first)
            let books = Array(author.many("books"))
            #expect(author.many("books").count == 2)
            try deleteElsewhere(books[0].objectID)
            stale.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            stale.delete(author)
            stale.processPendingChanges()
            try stale.save()
        }
        #expect(try store.sql("SELECT count(*) FROM ZBOOK") == [["0"]])
    }

    @Test func `Transient values survive a save, and are not in the store`() throws {
        try context.performAndWait {
            let book = context.make("Book", ["title": "A", "note": "mine"])
            try context.save()
            #expect(book.text("note") == "mine")
            let other = store.context("other")
            other.performAndWait {
                #expect(other.object(with: book.objectID).text("note") == nil)
            }
            context.refreshAllObjects()
            #expect(book.text("note") == nil)
        }
    }

    @Test func `A change of transient values alone is saved without a write`() throws {
        try context.performAndWait {
            let book = context.make("Book", ["title": "A"])
            try context.save()
            book.setValue("mine", forKey: "note")
            #expect(book.hasChanges && !book.hasPersistentChangedValues)
            try context.save()
            #expect(!book.hasChanges)
            #expect(book.text("note") == "mine")
            book.setValue("B", forKey: "title")
            try context.save()
            #expect(book.text("note") == "mine")
        }
        #expect(try store.sql("SELECT ZTITLE, Z_OPT FROM ZBOOK") == [["B", "2"]])
    }

    @Test func `A child's transient values go to its parent`() throws {
        try context.performAndWait {
            let book = context.make("Book", ["title": "A"])
            try context.save()
            let child = TestStore.child(of: context)
            try child.performAndWait {
                child.object(with: book.objectID).setValue("child's", forKey: "note")
                child.make("Book", ["note": "new"])
                try child.save()
            }
            #expect(book.text("note") == "child's")
            #expect(context.insertedObjects.first?.text("note") == "new")
        }
    }
}
