import CoreData
import Foundation
import Testing

/// Twelve books of three authors, four each, every book with two of three tags.
@Suite(.inVirtualTime) struct `Reading ahead` {
    private let store: TestStore
    private let context: NSManagedObjectContext
    private let counter: StatementCounter

    init() throws {
        store = try TestStore(options: [NSPersistentStoreConnectionPoolMaxSizeKey: 1])
        let writer = store.context("writer")
        try writer.performAndWait {
            let authors = (0..<3).map { (number: Int) in
                writer.make("Author", ["name": "a\(number)", "born": number])
            }
            let tags = (0..<3).map { writer.make("Tag", ["name": "\($0)"]) }
            for year in 0..<12 {
                writer.make(
                    "Book",
                    [
                        "year": year, "title": "b\(year)", "author": authors[year % 3],
                        "tags": Set([tags[year % 3], tags[(year + 1) % 3]]),
                    ])
            }
            try writer.save()
            writer.reset()
        }
        context = store.context()
        counter = StatementCounter(store.coordinator)
    }

    private func request(_ paths: [String]? = nil) -> NSFetchRequest<NSManagedObject> {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
        request.sortDescriptors = [NSSortDescriptor(key: "year", ascending: true)]
        request.relationshipKeyPathsForPrefetching = paths
        return request
    }

    /// The statements since the last time.
    private var statements: Int { counter.take().count }

    @Test func `Each step of a prefetched key path is one query`() throws {
        try context.performAndWait {
            let books = try context.fetch(request(["author"]))
            #expect(statements == 2)
            #expect(books.count == 12)
            #expect(books[4].one("author")?.text("name") == "a1")
            #expect(statements == 0)
        }
        let other = store.context("other")
        try other.performAndWait {
            let books = try other.fetch(request(["author", "tags.books"]))
            #expect(statements == 4)
            #expect(books.count == 12)
        }
    }

    @Test func `Members that a batch request deleted are not taken from a prefetch`() throws {
        try context.performAndWait {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Author")
            request.sortDescriptors = [NSSortDescriptor(key: "born", ascending: true)]
            request.relationshipKeyPathsForPrefetching = ["books"]
            let authors = try context.fetch(request)
            let gone = try #require(authors[0].many("books").first { $0.int("year") == 3 })
            let deletion = NSBatchDeleteRequest(objectIDs: [gone.objectID])
            deletion.resultType = .resultTypeObjectIDs
            try context.execute(deletion)
            NSManagedObjectContext.mergeChanges(
                fromRemoteContextSave: [NSDeletedObjectsKey: [gone.objectID]], into: [context])
            context.refresh(authors[0], mergeChanges: true)
            #expect(authors[0].many("books").compactMap { $0.int("year") }.sorted() == [0, 6, 9])
        }
    }

    @Test(arguments: ["merge", "refresh", "fetch"])
    func `Members prefetched for a fault are read again with it`(by way: String) throws {
        try context.performAndWait {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Author")
            request.sortDescriptors = [NSSortDescriptor(key: "born", ascending: true)]
            request.relationshipKeyPathsForPrefetching = ["books"]
            let authors = try context.fetch(request)
            #expect(authors[0].isFault)
            let id = authors[0].objectID
            context.automaticallyMergesChangesFromParent = false
            let writer = store.context("writer")
            let saves = NoteRecorder(.NSManagedObjectContextDidSave, writer)
            try writer.performAndWait {
                let author = try writer.existingObject(with: id)
                writer.make("Book", ["title": "new", "year": 100, "author": author])
                try writer.save()
            }
            switch way {
            case "merge": context.mergeChanges(fromContextDidSave: try #require(saves.notes.last))
            case "refresh": context.refresh(authors[0], mergeChanges: true)
            default: _ = try context.fetch(request)
            }
            #expect(authors[0].many("books").compactMap { $0.int("year") }.max() == 100)
        }
    }

    @Test func `Without prefetching each related object is a query`() throws {
        try context.performAndWait {
            let books = try context.fetch(request())
            let authors = books.compactMap { $0.one("author") }
            #expect(statements == 1)
            #expect(Set(authors.compactMap { $0.text("name") }).count == 3)
            #expect(statements == 3)
        }
    }

    @Test func `Prefetched to-manys and their members need no query`() throws {
        try context.performAndWait {
            let books = try context.fetch(request(["tags", "author.books"]))
            #expect(statements == 4)
            for book in books {
                #expect(!book.hasFault(forRelationshipNamed: "tags"))
                #expect(book.many("tags").compactMap { $0.text("name") }.count == 2)
                let author = book.one("author")
                #expect(author?.many("books").count == 4)
                #expect(author?.many("books").contains(book) == true)
            }
            #expect(statements == 0)
        }
    }

    private func relations(_ context: NSManagedObjectContext, _ paths: [String]?) throws
        -> [[String]]
    {
        try context.performAndWait {
            try context.fetch(request(paths)).map { book in
                [book.one("author")?.text("name") ?? ""]
                    + book.many("tags").compactMap { $0.text("name") }.sorted()
            }
        }
    }

    @Test func `What was prefetched is right: the same as read one by one`() throws {
        let plain = try relations(store.context("plain"), nil)
        #expect(plain.count == 12)
        #expect(try relations(context, ["author", "tags"]) == plain)
    }

    @Test func `Members that were saved since are not those that were prefetched`() throws {
        try context.performAndWait {
            let books = try context.fetch(request(["author.books"]))
            let from = try #require(books[0].one("author")?.objectID)
            let to = try #require(books[1].one("author")?.objectID)
            books[0].setValue(context.object(with: to), forKey: "author")
            try context.save()
            #expect(context.object(with: from).many("books").count == 3)
            #expect(context.object(with: to).many("books").count == 5)
        }
    }

    @Test func `Unsaved changes of a to-many survive its prefetching`() throws {
        try context.performAndWait {
            let tag = try #require(try context.all("Tag", NSPredicate(format: "name == '2'")).first)
            let book = try #require(
                try context.all("Book", NSPredicate(format: "year == 0")).first)
            tag.setValue(Set([book]), forKey: "books")
            let found = try context.fetch(request(["tags"]))
            #expect(found[0].many("tags").count == 3)
            #expect(found[1].many("tags").compactMap { $0.text("name") } == ["1"])
        }
    }

    @Test func `A child's prefetch goes through its parent, one query a step`() throws {
        let child = TestStore.child(of: context)
        try child.performAndWait {
            let books = try child.fetch(request(["author", "tags"]))
            #expect(statements == 3)
            for book in books {
                #expect(book.one("author")?.text("name") != nil)
                #expect(book.many("tags").compactMap { $0.text("name") }.count == 2)
            }
            #expect(statements == 0)
        }
    }

    @Test func `A prefetched key path that leads nowhere traps`() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let tests = try `Reading ahead`()
            try tests.context.performAndWait {
                _ = try tests.context.fetch(tests.request(["author.title"]))
            }
        }
        #expect(said(result, "Author has no relationship “title”"))
    }

    // MARK: Keys without values

    @Test func `IDs are fetched without values`() throws {
        try context.performAndWait { () throws in
            let request = NSFetchRequest<NSManagedObjectID>(entityName: "Book")
            request.resultType = .managedObjectIDResultType
            #expect(try context.fetch(request).count == 12)
            let texts = counter.take()
            #expect(texts.count == 1)
            #expect(texts.first?.hasPrefix("SELECT t0.Z_PK, t0.Z_ENT FROM") == true)
        }
    }

    @Test func `Objects without property values are read when they fire`() throws {
        try context.performAndWait {
            let request = request()
            request.includesPropertyValues = false
            let books = try context.fetch(request)
            #expect(statements == 1)
            #expect(books.filter(\.isFault).count == 12)
            #expect(books.map { $0.int("year") } == Array(0..<12))
            #expect(statements == 12)
        }
    }

    // MARK: Batches

    @Test func `A batched fetch is a query for the keys, then one for each batch in use`() throws {
        try context.performAndWait {
            let request = request()
            request.fetchBatchSize = 5
            let books = try context.fetch(request)
            #expect(statements == 1)
            #expect(books.count == 12)
            #expect(books[0].int("year") == 0)
            #expect(statements == 1)
            #expect(books[..<5].map { $0.int("year") } == [0, 1, 2, 3, 4])
            #expect(statements == 0)
            #expect(books[11].int("year") == 11)
            #expect(statements == 1)
            #expect(books[10].int("year") == 10)
            #expect(statements == 0)
            #expect(books[7].int("year") == 7)
            #expect(statements == 1)
            #expect(books[6].isFault)
        }
    }

    @Test func `A batch leaves out objects that the context has, and those that are gone`() throws {
        try context.performAndWait {
            let held = try #require(
                try context.all("Book", NSPredicate(format: "year == 1")).first)
            held.setValue("mine", forKey: "title")
            try context.save()
            let request = request()
            request.fetchBatchSize = 4
            let books = try context.fetch(request)
            #expect(books[1] === held)
            _ = try store.sql("DELETE FROM ZBOOK WHERE ZYEAR = 3")
            #expect(books[2].int("year") == 2)
            #expect(held.text("title") == "mine")
            #expect(throws: NSError.self) { try context.existingObject(with: books[3].objectID) }
        }
    }

    @Test func `A child reads all rows at once whatever the batch size`() throws {
        let child = TestStore.child(of: context)
        try child.performAndWait {
            let request = request()
            request.fetchBatchSize = 3
            let books = try child.fetch(request)
            #expect(statements == 1)
            #expect(books.map { $0.int("year") } == Array(0..<12))
            #expect(statements == 0)
        }
    }

    @Test func `Unsaved changes have their place in a batched fetch`() throws {
        try context.performAndWait {
            context.make("Book", ["year": 5, "title": "new"])
            let request = request()
            request.fetchBatchSize = 3
            let years = try context.fetch(request).map { $0.int("year") }
            #expect(years == [0, 1, 2, 3, 4, 5, 5, 6, 7, 8, 9, 10, 11])
        }
    }
}
