import CoreData
import Foundation
import Testing

@Suite(.inVirtualTime) struct `Saving` {
    @Test func `Every kind of value comes back as it was saved`() throws {
        let store = try TestStore()
        let added = Date(timeIntervalSinceReferenceDate: 123_456.75)
        let writer = store.context()
        try writer.performAndWait {
            let author = writer.make("Author", ["name": "Ursula", "born": 1929])
            writer.make(
                "Book",
                [
                    "title": "Die linke Hand – 左手", "year": 1969, "price": 12.5, "added": added,
                    "isLent": true, "cover": Data([0, 1, 255]), "author": author,
                ])
            try writer.save()
        }
        let reader = store.context()
        try reader.performAndWait {
            let book = try #require(try reader.all("Book").first)
            #expect(book.isFault)
            #expect(book.text("title") == "Die linke Hand – 左手")
            #expect(!book.isFault)
            #expect(book.int("year") == 1969)
            #expect((book.value(forKey: "price") as? NSNumber)?.doubleValue == 12.5)
            #expect(book.value(forKey: "added") as? Date == added)
            #expect((book.value(forKey: "isLent") as? NSNumber)?.boolValue == true)
            #expect(book.value(forKey: "cover") as? Data == Data([0, 1, 255]))
            #expect(book.one("author")?.text("name") == "Ursula")
            #expect(book.one("author")?.many("books") == [book])
        }
    }

    @Test func `A value that is nil stays nil`() throws {
        let store = try TestStore()
        let context = store.context()
        try context.performAndWait {
            context.make("Book")
            try context.save()
            let book = try store.context().performAndWaitForTest { other in
                try #require(try other.all("Book").first).value(forKey: "title")
            }
            #expect(book == nil)
        }
    }

    @Test func `A first save gives version 1, each further one adds 1`() throws {
        let store = try TestStore()
        let context = store.context()
        try context.performAndWait {
            let book = context.make("Book", ["title": "A"])
            try context.save()
            #expect(try store.sql("SELECT Z_OPT FROM ZBOOK") == [["1"]])
            book.setValue("B", forKey: "title")
            try context.save()
            #expect(try store.sql("SELECT Z_OPT, ZTITLE FROM ZBOOK") == [["2", "B"]])
        }
    }

    @Test func `An object's ID is temporary until the save, and permanent from then on`() throws {
        let store = try TestStore()
        let context = store.context()
        try context.performAndWait {
            let book = context.make("Book")
            let temporary = book.objectID
            #expect(temporary.isTemporaryID)
            try context.save()
            let permanent = book.objectID
            #expect(!permanent.isTemporaryID)
            #expect(permanent != temporary)
            #expect(context.registeredObject(for: permanent) === book)
            let uri = permanent.uriRepresentation()
            #expect(uri.absoluteString.hasSuffix("/Book/p1"))
            #expect(store.coordinator.managedObjectID(forURIRepresentation: uri) == permanent)
        }
    }

    @Test func `Permanent IDs can be had ahead of the save`() throws {
        let store = try TestStore()
        let context = store.context()
        try context.performAndWait {
            let author = context.make("Author", ["name": "A"])
            let book = context.make("Book", ["author": author])
            try context.obtainPermanentIDs(for: [author, book])
            #expect(!author.objectID.isTemporaryID)
            #expect(author.isInserted)
            try context.save()
            #expect(try store.sql("SELECT ZAUTHOR FROM ZBOOK") == [["1"]])
        }
    }

    @Test func `An object inserted and deleted before a save vanishes`() throws {
        let store = try TestStore()
        let context = store.context()
        try context.performAndWait {
            let book = context.make("Book")
            context.delete(book)
            #expect(!context.hasChanges)
            try context.save()
            #expect(try store.sql("SELECT count(*) FROM ZBOOK") == [["0"]])
        }
    }

    @Test func `An insertion that is then changed counts as inserted only`() throws {
        let store = try TestStore()
        let context = store.context()
        context.performAndWait {
            let book = context.make("Book")
            context.processPendingChanges()
            book.setValue("A", forKey: "title")
            #expect(context.insertedObjects == [book])
            #expect(context.updatedObjects.isEmpty)
        }
    }

    @Test func `A missing mandatory value fails the save and leaves the edits pending`() throws {
        let store = try TestStore()
        let context = store.context()
        context.performAndWait {
            let author = context.make("Author")
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.domain == NSCocoaErrorDomain)
            #expect(error?.code == NSValidationMissingMandatoryPropertyError)
            #expect(author.isInserted)
            author.setValue("A", forKey: "name")
            #expect(throws: Never.self) { try context.save() }
            #expect(!context.hasChanges)
        }
    }

    @Test func `Two failures come as one error that holds both`() throws {
        let store = try TestStore()
        let context = store.context()
        context.performAndWait {
            context.make("Author")
            context.make("Author")
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.code == NSValidationMultipleErrorsError)
            #expect((error?.userInfo[NSDetailedErrorsKey] as? [NSError])?.count == 2)
        }
    }

    @Test func `A clean object goes when nobody holds it, a changed one stays`() throws {
        let store = try TestStore()
        let context = store.context()
        try context.performAndWait {
            for title in ["A", "B"] { context.make("Book", ["title": title]) }
            try context.save()
            #expect(context.registeredObjects.isEmpty)
            try context.all("Book").first?.setValue("C", forKey: "title")
            #expect(context.registeredObjects.count == 1)
            #expect(context.updatedObjects.count == 1)
        }
    }

    @Test func `Values that were written over an older row read back in every context`() throws {
        let store = try TestStore()
        let context = store.context()
        try context.performAndWait {
            let book = context.make("Book", ["title": "A", "year": 1])
            try context.save()
            for year in 2...50 {
                book.setValue(year, forKey: "year")
                book.setValue(String(repeating: "x", count: year), forKey: "title")
                try context.save()
            }
        }
        let other = store.context()
        try other.performAndWait {
            let book = try #require(try other.all("Book").first)
            #expect(book.int("year") == 50)
            #expect(book.text("title")?.count == 50)
        }
    }

    @Test func `Objects that two entities make by turns are inserted 32 a statement`() throws {
        let store = try TestStore()
        let context = store.context()
        let counter = StatementCounter(store.coordinator)
        try context.performAndWait {
            for number in 0..<64 {
                let author = context.make("Author", ["name": "author \(number)", "born": number])
                context.make("Book", ["title": "book \(number)", "author": author])
            }
            try context.save()
        }
        let insertions = counter.take().filter { $0.contains("INTO ZAUTHOR (") }
        #expect(insertions.map { $0.components(separatedBy: "), (").count } == [32])
        #expect(
            try store.sql(
                "SELECT b.ZTITLE FROM ZBOOK b JOIN ZAUTHOR a ON a.Z_PK = b.ZAUTHOR"
                    + " WHERE b.ZTITLE = 'book ' || a.ZBORN AND a.ZNAME = 'author ' || a.ZBORN"
            ).count == 64)
    }

    @Test func `A save that a row in the middle of a statement fails leaves none of its rows`()
        throws
    {
        let store = try TestStore()
        let context = store.context()
        try context.performAndWait {
            context.make("Tag")
            try context.save()
            _ = try store.sql("CREATE UNIQUE INDEX once ON ZBOOK (ZTITLE)")
            context.make("Author", ["name": "before"])
            let books = (0..<64).map { context.make("Book", ["title": "book \($0)"]) }
            books[40].setValue("book 3", forKey: "title")
            #expect(throws: NSError.self) { try context.save() }
            #expect(try store.sql("SELECT ZTITLE FROM ZBOOK").isEmpty)
            #expect(try store.sql("SELECT ZNAME FROM ZAUTHOR").isEmpty)
            books[40].setValue("book 40", forKey: "title")
            try context.save()
        }
        #expect(try store.sql("SELECT DISTINCT ZTITLE FROM ZBOOK").count == 64)
        #expect(try store.sql("SELECT ZNAME FROM ZAUTHOR") == [["before"]])
    }
}

extension NSManagedObjectContext {
    func performAndWaitForTest<T>(_ body: (NSManagedObjectContext) throws -> T) rethrows -> T {
        try performAndWait { try body(self) }
    }
}
