import CoreData
import Foundation
import Testing

/// The fate of values that no store holds: Book.note is transient.
@Suite(.inVirtualTime) struct `Transient values` {
    private let store: TestStore
    private let context: NSManagedObjectContext
    private let book: NSManagedObject

    init() throws {
        let store = try TestStore()
        let context = store.context()
        self.store = store
        self.context = context
        book = context.performAndWait { context.make("Book", ["title": "A", "note": "n"]) }
    }

    @Test func `Transient values survive a save`() throws {
        try context.performAndWait {
            try context.save()
            #expect(book.text("note") == "n")
        }
    }

    @Test func `A transient attribute of no type holds any object until it is a fault`() throws {
        let cache = NSAttributeDescription()
        cache.name = "cache"
        cache.attributeType = .undefinedAttributeType
        cache.isTransient = true
        cache.isOptional = true
        let name = Make.attribute("name", .stringAttributeType)
        let store = try TestStore(model: Make.model(Make.entity("Photo", nil, [name, cache])))
        let context = store.context()
        try context.performAndWait {
            let photo = context.make("Photo", ["name": "a"])
            #expect(photo.value(forKey: "cache") == nil)
            let image = NSObject()
            photo.setPrimitiveValue(image, forKey: "cache")
            try context.save()
            #expect(photo.primitiveValue(forKey: "cache") as? NSObject === image)
            #expect(!context.hasChanges)
            photo.setValue(1.5, forKey: "cache")
            #expect(photo.value(forKey: "cache") as? Double == 1.5)
            #expect(photo.hasChanges && !photo.hasPersistentChangedValues)
            photo.setValue(nil, forKey: "cache")
            #expect(photo.value(forKey: "cache") == nil)
            photo.setValue(image, forKey: "cache")
            context.refresh(photo, mergeChanges: false)
            #expect(photo.value(forKey: "cache") == nil)
            #expect(photo.text("name") == "a")
        }
    }

    @Test func `Refreshing all objects resets transient values to the default`() throws {
        try context.performAndWait {
            try context.save()
            context.refreshAllObjects()
            #expect(book.text("note") == nil)
            #expect(book.text("title") == "A")
        }
    }

    @Test func `A reset forgets transient values`() throws {
        try context.performAndWait {
            try context.save()
            let id = book.objectID
            context.reset()
            #expect(try context.existingObject(with: id).text("note") == nil)
        }
    }

    @Test func `A transient value is its context's own`() throws {
        try context.performAndWait { try context.save() }
        let other = store.context("other")
        try other.performAndWait {
            let same = try other.existingObject(with: book.objectID)
            #expect(same.text("note") == nil)
        }
        withExtendedLifetime(book) {}
    }

    @Test func `A child's save takes transient values to its parent`() throws {
        let child = TestStore.child(of: context)
        try child.performAndWait {
            child.make("Book", ["title": "B", "note": "inserted"])
            let same = try #require(
                try child.all("Book", NSPredicate(format: "title == 'A'")).first)
            same.setValue("updated", forKey: "note")
            try child.save()
        }
        try context.performAndWait {
            let notes = try context.all("Book", sortedBy: "title").map { $0.text("note") }
            #expect(notes == ["updated", "inserted"])
        }
    }
}
