import CoreData
import Foundation
import Testing

@Suite(.inVirtualTime) struct `Faults` {
    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        store = try TestStore()
        context = store.context()
    }

    /// Saves a book through a context that is gone afterwards, and returns its ID.
    private func saved(_ title: String = "A") throws -> NSManagedObjectID {
        let context = store.context("passing")
        return try context.performAndWait {
            let book = context.make("Book", ["title": title, "year": 1])
            try context.save()
            return book.objectID
        }
    }

    @Test func `An ID gives a fault without reading, the same each time`() throws {
        let id = try saved()
        context.performAndWait {
            #expect(context.registeredObject(for: id) == nil)
            let book = context.object(with: id)
            #expect(book.isFault)
            #expect(context.object(with: id) === book)
            #expect(context.registeredObject(for: id) === book)
            #expect(book.objectID == id)
            #expect(book.text("title") == "A")
            #expect(!book.isFault)
        }
    }

    @Test func `An existing object comes loaded`() throws {
        let id = try saved()
        try context.performAndWait {
            let book = try context.existingObject(with: id)
            #expect(!book.isFault)
            #expect(book.int("year") == 1)
        }
    }

    @Test func `What does not exist is error 133000`() throws {
        let id = try saved()
        try context.performAndWait {
            context.delete(try context.existingObject(with: id))
            try context.save()
            let error = #expect(throws: NSError.self) { try context.existingObject(with: id) }
            #expect(error?.code == 133000)
        }
        let child = TestStore.child(of: context)
        child.performAndWait {
            let error = #expect(throws: NSError.self) { try child.existingObject(with: id) }
            #expect(error?.code == 133000)
        }
    }

    @Test func `A temporary ID means nothing to another context`() throws {
        let other = store.context("other")
        let id = other.performAndWait { other.make("Book").objectID }
        context.performAndWait {
            let error = #expect(throws: NSError.self) { try context.existingObject(with: id) }
            #expect(error?.code == 133000)
        }
    }

    @Test func `A fault whose row was deleted traps where that is asked for`() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let store = try TestStore()
            let context = store.context()
            context.shouldDeleteInaccessibleFaults = false
            try context.performAndWait {
                let book = context.make("Book", ["title": "A"])
                try context.save()
                let id = book.objectID
                context.delete(book)
                try context.save()
                _ = context.object(with: id).text("title")
            }
        }
        #expect(said(result, "could not fulfill a fault"))
        #expect(said(result, "existingObject(with:)"))
    }

    @Test func `Refreshing without merging gives the edits up`() throws {
        let id = try saved()
        try context.performAndWait {
            let book = try context.existingObject(with: id)
            book.setValue("B", forKey: "title")
            context.refresh(book, mergeChanges: false)
            #expect(book.isFault)
            #expect(!context.hasChanges)
            #expect(book.text("title") == "A")
        }
    }

    @Test func `Refreshing with merging puts the edits on the newest values`() throws {
        let id = try saved()
        try context.performAndWait {
            let book = try context.existingObject(with: id)
            book.setValue("B", forKey: "title")
            let other = store.context("other")
            try other.performAndWait {
                other.object(with: id).setValue(2, forKey: "year")
                try other.save()
            }
            #expect(book.int("year") == 1)
            context.refresh(book, mergeChanges: true)
            #expect(book.int("year") == 2)
            #expect(book.text("title") == "B")
            try context.save()
        }
        #expect(try store.sql("SELECT ZTITLE, ZYEAR, Z_OPT FROM ZBOOK") == [["B", "2", "3"]])
    }

    @Test func `Refreshing all keeps edits and makes the rest faults`() throws {
        let (first, second) = (try saved("A"), try saved("B"))
        try context.performAndWait {
            let clean = try context.existingObject(with: first)
            let edited = try context.existingObject(with: second)
            let new = context.make("Book", ["title": "C"])
            edited.setValue("X", forKey: "title")
            context.refreshAllObjects()
            #expect(clean.isFault)
            #expect(!edited.isFault)
            #expect(edited.text("title") == "X")
            #expect(new.text("title") == "C")
            #expect(clean.text("title") == "A")
        }
    }

    @Test func `Reset forgets objects and edits`() throws {
        let id = try saved()
        try context.performAndWait {
            let book = try context.existingObject(with: id)
            book.setValue("B", forKey: "title")
            context.make("Book")
            context.reset()
            #expect(!context.hasChanges)
            #expect(context.registeredObjects.isEmpty)
            #expect(book.managedObjectContext == nil)
            let again = try context.existingObject(with: id)
            #expect(again !== book)
            #expect(again.text("title") == "A")
        }
    }

    @Test func `Rolling back gives every edit up`() throws {
        let (first, second) = (try saved("A"), try saved("B"))
        try context.performAndWait {
            let edited = try context.existingObject(with: first)
            let deleted = try context.existingObject(with: second)
            let author = context.make("Author", ["name": "Lem"])
            edited.setValue("X", forKey: "title")
            edited.setValue(author, forKey: "author")
            edited.setValue(Set([context.make("Tag")]), forKey: "tags")
            context.delete(deleted)
            let passing = context.make("Book")
            context.delete(passing)
            context.rollback()
            #expect(!context.hasChanges)
            #expect(edited.text("title") == "A")
            #expect(edited.one("author") == nil)
            #expect(edited.many("tags").isEmpty)
            #expect(!deleted.isDeleted)
            #expect(deleted.text("title") == "B")
            #expect(!author.isInserted)
            #expect(!passing.isInserted)
            #expect(try context.all("Author").isEmpty)
            #expect(try context.all("Book").count == 2)
        }
    }

    @Test func `Committed values are those of the store, changed ones those to save`() throws {
        let id = try saved()
        try context.performAndWait {
            let book = try context.existingObject(with: id)
            #expect(book.changedValues().isEmpty)
            let author = context.make("Author", ["name": "Lem"])
            book.setValue("B", forKey: "title")
            book.setValue(author, forKey: "author")
            book.setValue(nil, forKey: "year")
            let committed = book.committedValues(forKeys: ["title", "year", "author"])
            #expect(committed["title"] as? String == "A")
            #expect((committed["year"] as? NSNumber)?.intValue == 1)
            #expect(committed["author"] is NSNull)
            #expect(committed.count == 3)
            let changed = book.changedValues()
            #expect(Set(changed.keys) == ["title", "author", "year"])
            #expect(changed["title"] as? String == "B")
            #expect(changed["author"] as? NSManagedObject == author)
            #expect(changed["year"] is NSNull)
            try context.save()
            #expect(book.changedValues().isEmpty)
            let now = book.committedValues(forKeys: ["title", "author"])
            #expect(now["title"] as? String == "B")
            #expect(now["author"] as? NSManagedObjectID == author.objectID)
        }
    }

    @Test func `An inserted object has no committed values`() throws {
        context.performAndWait {
            let book = context.make("Book", ["title": "A"])
            #expect(book.committedValues(forKeys: nil).isEmpty)
            #expect(Set(book.changedValues().keys) == ["title"])
        }
    }

    @Test func `A URI leads back to its object`() throws {
        let id = try saved()
        let uri = id.uriRepresentation()
        #expect(uri.absoluteString.hasPrefix("x-coredata://"))
        #expect(uri.path == "/Book/p1")
        #expect(store.coordinator.managedObjectID(forURIRepresentation: uri) == id)
    }
}
