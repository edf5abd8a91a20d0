import CoreData
import Foundation
import Testing

/// What a child's save brings to a parent that knows more, or less, of the objects than the child.
@Suite(.inVirtualTime) struct `Pushing into a parent` {
    private let store: TestStore
    private let parent: NSManagedObjectContext
    private let child: NSManagedObjectContext

    init() throws {
        store = try TestStore()
        parent = store.context("parent")
        child = TestStore.child(of: parent)
    }

    @Test(arguments: [true, false])
    func `A reference to what the parent has no longer becomes nil`(isSaved: Bool) throws {
        let author = try parent.performAndWait {
            let author = parent.make("Author", ["name": "Lem"])
            if isSaved { try parent.save() }
            return author
        }
        let id = author.objectID
        try child.performAndWait {
            let same = child.object(with: id)
            #expect(same.text("name") == "Lem")
            try parent.performAndWait {
                if isSaved {
                    parent.delete(author)
                    try parent.save()
                } else {
                    parent.rollback()
                }
            }
            child.make("Book", ["title": "A", "author": same])
            try child.save()
        }
        try parent.performAndWait { try parent.save() }
        #expect(try store.sql("SELECT ZTITLE, ZAUTHOR FROM ZBOOK") == [["A", nil]])
    }

    @Test func `An update of what the parent has lost changes nothing above`() throws {
        let (author, book) = try parent.performAndWait {
            let author = parent.make("Author", ["name": "Lem"])
            let book = parent.make("Book", ["title": "A"])
            try parent.save()
            return (author, book)
        }
        let ids = (author.objectID, book.objectID)
        try child.performAndWait {
            let same = try child.existingObject(with: ids.1)
            try parent.performAndWait {
                parent.delete(book)
                try parent.save()
            }
            same.setValue(child.object(with: ids.0), forKey: "author")
            try child.save()
        }
        try parent.performAndWait {
            #expect(author.many("books").isEmpty)
            try parent.save()
        }
        #expect(try store.sql("SELECT count(*) FROM ZBOOK") == [["0"]])
    }

    @Test func `A reference without inverse to an insertion that was rolled back is nil`() throws {
        let model = LibraryModel.make()
        let link = NSRelationshipDescription()
        link.name = "opening"
        link.destinationEntity = model.entitiesByName["Tag"]
        link.maxCount = 1
        link.isOptional = true
        model.entitiesByName["Book"]!.properties.append(link)
        let store = try TestStore(model: model)
        let parent = store.context("parent"), child = TestStore.child(of: parent)
        let id = parent.performAndWait { parent.make("Tag", ["name": "sf"]).objectID }
        try child.performAndWait {
            let tag = child.object(with: id)
            #expect(tag.text("name") == "sf")
            parent.performAndWait { parent.rollback() }
            child.make("Book", ["title": "A", "opening": tag])
            try child.save()
        }
        try parent.performAndWait { try parent.save() }
        #expect(try store.sql("SELECT ZTITLE, ZOPENING FROM ZBOOK") == [["A", nil]])
    }

    @Test(arguments: [true, false])
    func `An insertion fills the fault that the parent was asked for before`(
        isPermanent: Bool
    ) throws {
        let (book, kept) = try child.performAndWait {
            let book = child.make("Book", ["title": "A", "year": 1])
            if isPermanent { try child.obtainPermanentIDs(for: [book]) }
            let id = book.objectID
            let kept = parent.performAndWait { parent.object(with: id) }
            try child.save()
            return (book, kept)
        }
        try parent.performAndWait {
            #expect(parent.insertedObjects == [kept])
            #expect(kept.text("title") == "A" && kept.int("year") == 1 && !kept.isFault)
            try parent.save()
        }
        #expect(try store.sql("SELECT ZTITLE FROM ZBOOK") == [["A"]])
        child.performAndWait { #expect(book.text("title") == "A") }
    }

    @Test(arguments: [true, false])
    func `An object that has left its context is no destination`(isToMany: Bool) async throws {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) { [isToMany] in
            let store = try TestStore()
            let context = store.context()
            context.performAndWait {
                let author = context.make("Author")
                context.rollback()
                let book = context.make("Book")
                if isToMany {
                    author.mutableSetValue(forKey: "books").add(book)
                } else {
                    book.setValue(author, forKey: "author")
                }
            }
        }
        #expect(try ModelSamples.said(result).contains("in no context any more"))
    }
}
