import CoreData
import Foundation
import Testing

/// A value that is set to what it was makes a save, and is no change of the object.
@Suite(.inVirtualTime) struct `Values that are set to what they were` {
    private let store: TestStore
    private let context: NSManagedObjectContext
    private let book: NSManagedObject

    init() throws {
        let store = try TestStore()
        let context = store.context()
        book = try context.performAndWait {
            let author = context.make("Author", ["name": "Ada"])
            let book = context.make("Book", ["title": "A", "year": 1, "author": author])
            try context.save()
            return book
        }
        self.store = store
        self.context = context
    }

    /// Sets the title to itself here, and to another one in another context, which saves.
    private func setTwice() throws {
        context.performAndWait {
            book.setValue("A", forKey: "title")
            book.setValue(2, forKey: "year")
        }
        let other = store.context("other")
        try other.performAndWait {
            let same = try other.existingObject(with: book.objectID)
            same.setValue("B", forKey: "title")
            try other.save()
        }
    }

    @Test func `They are among the updated objects, and no values of theirs have changed`() {
        context.performAndWait {
            book.setValue("A", forKey: "title")
            book.setValue(book.value(forKey: "author"), forKey: "author")
            #expect(book.hasChanges && context.updatedObjects == [book])
            #expect(!book.hasPersistentChangedValues)
            #expect(book.changedValues().isEmpty)
            book.setValue("B", forKey: "title")
            #expect(book.hasPersistentChangedValues)
            #expect(book.changedValues().keys.sorted() == ["title"])
            book.setValue("A", forKey: "title")
            #expect(!book.hasPersistentChangedValues && book.hasChanges)
        }
    }

    @Test func `A transient value is neither changed nor committed`() {
        context.performAndWait {
            book.setValue("passing", forKey: "note")
            #expect(book.changedValues().isEmpty && !book.hasPersistentChangedValues)
            #expect(book.committedValues(forKeys: nil)["note"] == nil)
        }
    }

    @Test func `A merge takes over what another context has saved`() throws {
        context.automaticallyMergesChangesFromParent = true
        try setTwice()
        try context.performAndWait {
            #expect(book.text("title") == "B")
            #expect(book.changedValues().keys.sorted() == ["year"])
            try context.save()
        }
        #expect(try store.sql("SELECT ZTITLE, ZYEAR FROM ZBOOK") == [["B", "2"]])
    }

    @Test func `The policy for which the object trumps leaves them to the store`() throws {
        context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        try setTwice()
        try context.performAndWait { try context.save() }
        #expect(try store.sql("SELECT ZTITLE, ZYEAR FROM ZBOOK") == [["B", "2"]])
    }

    @Test func `The policy that overwrites saves them`() throws {
        context.mergePolicy = NSMergePolicy.overwrite
        try setTwice()
        try context.performAndWait { try context.save() }
        #expect(try store.sql("SELECT ZTITLE, ZYEAR FROM ZBOOK") == [["A", "2"]])
    }
}

/// A draft whose every save counts, up to a limit, through its accessors.
final class CountedDraft: NSManagedObject {
    override func willSave() {
        super.willSave()
        let count = value(forKey: "count") as? Int ?? 0
        if count < value(forKey: "limit") as? Int ?? 0 { setValue(count + 1, forKey: "count") }
    }
}

/// A draft whose first save inserts another, and then asks for all.
final class FollowedDraft: NSManagedObject {
    override func willSave() {
        super.willSave()
        guard let context = managedObjectContext, value(forKey: "limit") == nil else { return }
        setValue(1, forKey: "limit")
        context.make("Draft", ["limit": 1])
        _ = try? context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Draft"))
    }
}

/// Objects that `willSave()` changes.
@Suite(.inVirtualTime) struct `Changes in willSave` {
    private static func model(_ type: NSManagedObject.Type) -> NSManagedObjectModel {
        Make.model(
            Make.entity(
                "Draft", type,
                [
                    Make.attribute("count", .integer64AttributeType),
                    Make.attribute("limit", .integer64AttributeType),
                ]))
    }

    @Test func `It is called again of an object that it has changed, until it changes nothing`()
        throws
    {
        let store = try TestStore(model: Self.model(CountedDraft.self))
        let context = store.context()
        try context.performAndWait {
            let draft = context.make("Draft", ["limit": 3])
            try context.save()
            #expect(draft.int("count") == 3)
            draft.setValue(7, forKey: "limit")
            try context.save()
            #expect(!draft.hasChanges)
        }
        #expect(try store.sql("SELECT ZCOUNT FROM ZDRAFT") == [["7"]])
    }

    @Test func `What it inserts is saved, also if a fetch ends the event in the midst of it`()
        throws
    {
        let store = try TestStore(model: Self.model(FollowedDraft.self))
        let context = store.context()
        try context.performAndWait {
            context.make("Draft")
            try context.save()
            #expect(!context.hasChanges && context.insertedObjects.isEmpty)
        }
        #expect(try store.sql("SELECT ZLIMIT FROM ZDRAFT") == [["1"], ["1"]])
    }

    @Test func `One that changes something each time ends in a trap`() async {
        await #expect(processExitsWith: .failure) {
            let store = try TestStore(model: Self.model(CountedDraft.self))
            let context = store.context()
            try context.performAndWait {
                context.make("Draft", ["limit": 1_000])
                try context.save()
            }
        }
    }
}
