import CoreData
import Foundation
import Testing

@Suite(.inVirtualTime) struct `Relationships` {
    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        store = try TestStore()
        context = store.context()
    }

    @Test func `One-to-many stays true from the to-one end`() throws {
        context.performAndWait {
            let (lem, dick) = (context.make("Author"), context.make("Author"))
            let book = context.make("Book", ["author": lem])
            #expect(lem.many("books") == [book])
            book.setValue(dick, forKey: "author")
            #expect(lem.many("books").isEmpty)
            #expect(dick.many("books") == [book])
            book.setValue(nil, forKey: "author")
            #expect(dick.many("books").isEmpty)
        }
    }

    /// A saved book, and a tag of it or of none.
    private func bookAndTag(isJoined: Bool) throws -> (NSManagedObject, NSManagedObject) {
        let (book, tag) = (context.make("Book"), context.make("Tag", ["name": "short"]))
        if isJoined { book.setValue(Set([tag]), forKey: "tags") }
        try context.save()
        context.refreshAllObjects()
        return (book, tag)
    }

    @Test(arguments: [false, true])
    func `What the store has as well is no change, and taking it back is one`(isAddition: Bool)
        throws
    {
        try context.performAndWait {
            // Changed before it is known that the store has it so.
            let (book, tag) = try bookAndTag(isJoined: isAddition)
            let tags = book.mutableSetValue(forKey: "tags")
            if isAddition { tags.add(tag) } else { tags.remove(tag) }
            #expect(book.many("tags") == (isAddition ? [tag] : []))
            #expect(tag.many("books") == (isAddition ? [book] : []))
            if isAddition { tags.remove(tag) } else { tags.add(tag) }
            try context.save()
            context.refreshAllObjects()
            #expect(book.many("tags") == (isAddition ? [] : [tag]))
            #expect(tag.many("books") == (isAddition ? [] : [book]))
        }
    }

    @Test func `One-to-many stays true from the to-many end`() throws {
        context.performAndWait {
            let (lem, dick) = (context.make("Author"), context.make("Author"))
            let (a, b, c) = (context.make("Book"), context.make("Book"), context.make("Book"))
            lem.setValue(Set([a, b]), forKey: "books")
            #expect(a.one("author") == lem)
            // Moves b, adds c.
            dick.setValue(Set([b, c]), forKey: "books")
            #expect(lem.many("books") == [a])
            #expect(b.one("author") == dick)
            dick.setValue(Set([c]), forKey: "books")
            #expect(b.one("author") == nil)
            dick.setValue(nil, forKey: "books")
            #expect(c.one("author") == nil)
        }
    }

    @Test func `Many-to-many stays true from both ends, and is saved once`() throws {
        try context.performAndWait {
            let (a, b) = (context.make("Book", ["title": "a"]), context.make("Book"))
            let (x, y) = (context.make("Tag"), context.make("Tag"))
            a.setValue(Set([x, y]), forKey: "tags")
            y.setValue(Set([a, b]), forKey: "books")
            #expect(x.many("books") == [a])
            #expect(b.many("tags") == [y])
            try context.save()
            #expect(try store.sql("SELECT count(*) FROM Z_2TAGS") == [["3"]])
            x.setValue(Set<NSManagedObject>(), forKey: "books")
            #expect(a.many("tags") == [y])
            try context.save()
            #expect(try store.sql("SELECT count(*) FROM Z_2TAGS") == [["2"]])
        }
    }

    @Test func `A saved book moves between authors that are faults`() throws {
        try context.performAndWait {
            let lem = context.make("Author", ["name": "Lem"])
            for year in 0..<3 { context.make("Book", ["year": year, "author": lem]) }
            context.make("Author", ["name": "Dick"])
            try context.save()
        }
        let other = store.context("other")
        try other.performAndWait {
            let book = try #require(try other.all("Book", sortedBy: "year").first)
            let dick = try #require(
                try other.all("Author", NSPredicate(format: "name == 'Dick'")).first)
            book.setValue(dick, forKey: "author")
            let lem = try #require(
                try other.all("Author", NSPredicate(format: "name == 'Lem'")).first)
            #expect(lem.many("books").map { $0.int("year") }.sorted { $0! < $1! } == [1, 2])
            #expect(dick.many("books") == [book])
            try other.save()
        }
        let rows = try store.sql(
            "SELECT ZYEAR FROM ZBOOK b JOIN ZAUTHOR a ON a.Z_PK = b.ZAUTHOR WHERE ZNAME = 'Dick'")
        #expect(rows == [["0"]])
    }

    @Test func `An object whose to-many alone changed is updated, and its version rises`() throws {
        try context.performAndWait {
            let book = context.make("Book")
            let tag = context.make("Tag")
            try context.save()
            book.setValue(Set([tag]), forKey: "tags")
            #expect(context.updatedObjects == [book, tag])
            #expect(Set(book.changedValues().keys) == ["tags"])
            try context.save()
        }
        #expect(try store.sql("SELECT Z_OPT FROM ZBOOK") == [["2"]])
        #expect(try store.sql("SELECT Z_OPT FROM ZTAG") == [["2"]])
    }

    @Test func `Setting what is there already changes nothing`() throws {
        try context.performAndWait {
            let author = context.make("Author", ["name": "Lem"])
            let book = context.make("Book", ["author": author, "tags": Set([context.make("Tag")])])
            try context.save()
            book.setValue(author, forKey: "author")
            author.setValue(Set([book]), forKey: "books")
            book.setValue(book.many("tags"), forKey: "tags")
            #expect(!context.hasChanges)
        }
    }

    @Test func `Permanent IDs ahead of the save leave relationships whole`() throws {
        try context.performAndWait {
            let author = context.make("Author", ["name": "Lem"])
            let tag = context.make("Tag")
            let book = context.make("Book", ["author": author, "tags": Set([tag])])
            try context.obtainPermanentIDs(for: [author, book, tag])
            #expect(!book.objectID.isTemporaryID)
            #expect(author.many("books") == [book])
            #expect(book.one("author") == author)
            #expect(tag.many("books") == [book])
            try context.save()
            #expect(author.many("books") == [book])
            #expect(book.many("tags") == [tag])
        }
        #expect(try store.sql("SELECT ZAUTHOR FROM ZBOOK") == [["1"]])
        #expect(try store.sql("SELECT count(*) FROM Z_2TAGS") == [["1"]])
    }

    @Test func `Members are the same objects after the save that made them permanent`() throws {
        try context.performAndWait {
            let author = context.make("Author", ["name": "Lem"])
            let books = Set((0..<40).map { context.make("Book", ["year": $0]) })
            author.setValue(books, forKey: "books")
            try context.save()
            #expect(author.many("books") == books)
            context.refresh(author, mergeChanges: false)
            #expect(author.many("books") == books)
        }
    }

    @Test func `A relationship to an object of another context traps`() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let store = try TestStore()
            let (one, other) = (store.context("one"), store.context("other"))
            let author = one.performAndWait { one.make("Author") }
            other.performAndWait { _ = other.make("Book", ["author": author]) }
        }
        #expect(said(result, "between objects in different contexts"))
    }

    @Test func `With members unread, the last of adding and removing counts`() throws {
        let store = try TestStore()
        let context = store.context()
        try context.performAndWait {
            let tag = context.make("Tag", ["name": "sf"])
            context.make("Book", ["title": "A", "tags": Set([tag])])
            context.make("Book", ["title": "B"])
            try context.save()
        }
        let other = store.context()
        try other.performAndWait {
            let tag = try #require(try other.all("Tag").first)
            let books = try other.all("Book", sortedBy: "title")
            // The to-many's end is set without reading it: A is a member already, B is not.
            books[0].setValue(Set([tag]), forKey: "tags")
            books[0].setValue(Set<NSManagedObject>(), forKey: "tags")
            books[1].setValue(Set([tag]), forKey: "tags")
            try other.save()
        }
        try store.context().performAndWaitForTest { third in
            let tag = try #require(try third.all("Tag").first)
            #expect(tag.many("books").map { $0.text("title") } == ["B"])
        }
    }
}

/// Whether a process that trapped printed a sentence on its standard error.
func said(_ result: ExitTest.Result?, _ sentence: String) -> Bool {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).contains(sentence)
}
