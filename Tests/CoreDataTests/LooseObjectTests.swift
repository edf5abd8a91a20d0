import CoreData
import Foundation
import Testing

/// Objects that no context has yet.
@Suite struct `Objects without a context` {
    private let store: TestStore
    private let context: NSManagedObjectContext
    private let entity: NSEntityDescription

    init() throws {
        store = try TestStore()
        context = store.context()
        entity = try #require(store.coordinator.managedObjectModel.entitiesByName["Book"])
    }

    @Test func `Their attributes can be set and read, and begin with the model's defaults`() throws
    {
        let plain = NSManagedObject(entity: entity, insertInto: nil)
        context.performAndWait {
            let inserted = NSManagedObject(entity: entity, insertInto: context)
            for name in entity.attributesByName.keys.sorted() {
                #expect(
                    plain.value(forKey: name) as? NSObject
                        == inserted.value(forKey: name) as? NSObject)
            }
        }
        plain.setValue("a", forKey: "title")
        plain.setValue(7, forKey: "year")
        #expect(plain.text("title") == "a" && plain.int("year") == 7)
        #expect(plain.managedObjectContext == nil && !plain.hasChanges && !plain.isFault)
        #expect(plain.one("author") == nil && plain.many("tags").isEmpty)
    }

    @Test func `A context that inserts one goes on with its values`() throws {
        let loose = NSManagedObject(entity: entity, insertInto: nil)
        loose.setValue("a", forKey: "title")
        try context.performAndWait {
            context.insert(loose)
            #expect(loose.isInserted && loose.objectID.isTemporaryID)
            loose.setValue(3, forKey: "year")
            loose.setValue(context.make("Author", ["name": "Lem"]), forKey: "author")
            try context.save()
            loose.setValue(4, forKey: "year")
            #expect(Set(loose.changedValues().keys) == ["year"])
            try context.save()
        }
        let other = store.context("other")
        try other.performAndWait {
            let book = try #require(try other.all("Book").first)
            #expect(book.text("title") == "a" && book.int("year") == 4)
            #expect(book.one("author")?.text("name") == "Lem")
        }
    }

    @Test func `A typed property of one can be set and read`() throws {
        let store = try TestStore(model: Note.model())
        let entity = try #require(store.coordinator.managedObjectModel.entitiesByName["Note"])
        let note = Note(entity: entity, insertInto: nil)
        note.title = "Tea"
        #expect(note.title == "Tea")
        let context = store.context()
        context.performAndWait {
            context.insert(note)
            #expect(note.title == "Tea")
        }
    }

    @Test func `Nothing can be related to one, and the trap says to insert it`() async {
        let toOne = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let tests = try `Objects without a context`()
            let book = NSManagedObject(entity: tests.entity, insertInto: nil)
            tests.context.performAndWait {
                book.setValue(tests.context.make("Author"), forKey: "author")
            }
        }
        #expect(said(toOne, "Insert it first"))
        let toMany = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let tests = try `Objects without a context`()
            let book = NSManagedObject(entity: tests.entity, insertInto: nil)
            tests.context.performAndWait {
                tests.context.make("Author").setValue(Set([book]), forKey: "books")
            }
        }
        #expect(said(toMany, "Insert it first"))
    }
}
