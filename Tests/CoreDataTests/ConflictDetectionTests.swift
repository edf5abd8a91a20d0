import CoreData
import Foundation
import Testing

/// `detectConflicts(for:)`: an object that is read, not changed, and must not change meanwhile.
@Suite(.inVirtualTime) struct `Conflict detection` {
    private let store: TestStore
    private let mine: NSManagedObjectContext
    private let other: NSManagedObjectContext
    private let rate: NSManagedObject

    init() throws {
        let store = try TestStore()
        let mine = store.context("mine")
        self.store = store
        self.mine = mine
        other = store.context("other")
        rate = try mine.performAndWait {
            let rate = mine.make("Book", ["title": "rate", "year": 1])
            try mine.save()
            return rate
        }
    }

    private func changeElsewhere() throws {
        try other.performAndWait {
            try other.existingObject(with: rate.objectID).setValue(2, forKey: "year")
            try other.save()
        }
    }

    @Test func `An unchanged object is no conflict by itself`() throws {
        try changeElsewhere()
        try mine.performAndWait {
            mine.make("Tag")
            try mine.save()
        }
    }

    @Test func `An object that is looked after is a conflict though it is unchanged here`() throws {
        try mine.performAndWait {
            mine.detectConflicts(for: rate)
            try changeElsewhere()
            mine.make("Tag")
            let error = #expect(throws: NSError.self) { try mine.save() }
            #expect(error?.code == NSManagedObjectMergeError)
            #expect(mine.insertedObjects.count == 1)
            mine.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
            try mine.save()
            #expect(rate.int("year") == 2)
            #expect(!mine.hasChanges)
        }
        #expect(try store.sql("SELECT count(*) FROM ZTAG") == [["1"]])
    }

    @Test func `A change past the coordinator is found in the store`() throws {
        try mine.performAndWait {
            mine.detectConflicts(for: rate)
            _ = try store.sql("UPDATE ZBOOK SET ZYEAR = 2, Z_OPT = Z_OPT + 1")
            mine.make("Tag")
            let error = #expect(throws: NSError.self) { try mine.save() }
            #expect(error?.code == NSManagedObjectMergeError)
        }
    }

    @Test func `A deletion elsewhere is found, and the object is not brought back`() throws {
        try mine.performAndWait {
            mine.detectConflicts(for: rate)
            try other.performAndWait {
                other.delete(try other.existingObject(with: rate.objectID))
                try other.save()
            }
            mine.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            mine.make("Tag")
            try mine.save()
            #expect(rate.isDeleted)
        }
        #expect(try store.sql("SELECT count(*) FROM ZBOOK") == [["0"]])
    }

    /// The author is gone, so its new book goes too, and the tag that the book had loses it.
    @Test func `What goes because of a conflict takes along what cascades from it`() throws {
        try mine.performAndWait {
            let author = mine.make("Author", ["name": "Lem"])
            let tag = mine.make("Tag", ["name": "sf"])
            try mine.save()
            mine.make("Book", ["author": author, "tags": Set([tag])])
            try other.performAndWait {
                other.delete(try other.existingObject(with: author.objectID))
                try other.save()
            }
            mine.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
            try mine.save()
            #expect(tag.many("books").isEmpty)
        }
        #expect(try store.sql("SELECT count(*) FROM ZBOOK") == [["1"]])
        #expect(try store.sql("SELECT count(*) FROM Z_2TAGS") == [["0"]])
    }

    /// The book was to go with its author, but was changed elsewhere.
    @Test(arguments: [NSMergePolicy.rollback, .mergeByPropertyStoreTrump])
    func `What a policy brings back lets go of what the save deletes`(
        _ policy: NSMergePolicy
    ) throws {
        try mine.performAndWait {
            let author = mine.make("Author", ["name": "Lem"])
            let book = mine.make("Book", ["author": author, "title": "a"])
            try mine.save()
            try other.performAndWait {
                try other.existingObject(with: book.objectID).setValue("b", forKey: "title")
                try other.save()
            }
            mine.mergePolicy = policy
            mine.delete(author)
            try mine.save()
            #expect(!book.isDeleted && book.text("title") == "b" && book.one("author") == nil)
        }
        #expect(
            try store.sql("SELECT ZAUTHOR FROM ZBOOK WHERE ZTITLE = 'b'") == [[nil]])
        #expect(try store.sql("SELECT count(*) FROM ZAUTHOR") == [["0"]])
    }

    @Test func `It lasts for one save`() throws {
        try mine.performAndWait {
            mine.detectConflicts(for: rate)
            mine.make("Tag")
            try mine.save()
            try changeElsewhere()
            mine.make("Tag")
            try mine.save()
        }
        #expect(try store.sql("SELECT count(*) FROM ZTAG") == [["2"]])
    }

    @Test func `Snapshots hold attributes and to-one IDs, never to-manys`() throws {
        try mine.performAndWait {
            let author = mine.make("Author", ["name": "Lem"])
            rate.setValue(author, forKey: "author")
            try mine.save()
            rate.setValue(5, forKey: "year")
            try changeElsewhere()
            let error = #expect(throws: NSError.self) { try mine.save() }
            let key = NSPersistentStoreSaveConflictsErrorKey
            let conflict = try #require((error?.userInfo[key] as? [NSMergeConflict])?.first)
            let snapshot = try #require(conflict.objectSnapshot)
            #expect(snapshot["author"] as? NSManagedObjectID == author.objectID)
            #expect(snapshot["title"] as? String == "rate")
            #expect(snapshot["tags"] == nil)
        }
    }

    @Test func `A deleted object's new version is 0`() throws {
        try mine.performAndWait {
            rate.setValue(5, forKey: "year")
            try other.performAndWait {
                other.delete(try other.existingObject(with: rate.objectID))
                try other.save()
            }
            let error = #expect(throws: NSError.self) { try mine.save() }
            let key = NSPersistentStoreSaveConflictsErrorKey
            let conflict = try #require((error?.userInfo[key] as? [NSMergeConflict])?.first)
            #expect(conflict.newVersionNumber == 0)
            #expect(conflict.oldVersionNumber == 1)
        }
    }
}
