import CoreData
import Foundation
import Testing

/// The IDs of a child's objects, and the instances that they name, after saves up to the root.
///
///     root ← child ← grandchild        child.save(); root.save(): t1 above is p1 from then on
@Suite(.inVirtualTime) struct `Identity in nested contexts` {
    private let store: TestStore
    private let root: NSManagedObjectContext
    private let child: NSManagedObjectContext

    init() throws {
        store = try TestStore()
        root = store.context("root")
        child = TestStore.child(of: root)
    }

    /// A book that the child inserted and the root saved, and its permanent ID.
    private func savedBook(
        _ values: [String: Any?] = ["title": "A"]
    ) throws -> (NSManagedObject, NSManagedObjectID) {
        let book = try child.performAndWait {
            let book = child.make("Book", values)
            try child.save()
            return book
        }
        let ids = NoteRecorder(.NSManagedObjectContextDidSaveObjectIDs, root)
        try root.performAndWait { try root.save() }
        return (book, try #require(ids.ids(NSInsertedObjectIDsKey)?.first))
    }

    @Test func `A permanent ID leads to the object that the child holds`() throws {
        let (book, id) = try savedBook()
        #expect(!id.isTemporaryID)
        try child.performAndWait { () throws -> Void in
            #expect(child.registeredObject(for: id) === book)
            #expect(child.object(with: id) === book)
            #expect(try child.existingObject(with: id) === book)
            #expect(try child.all("Book").first === book)
            #expect(child.registeredObjects == [book])
        }
    }

    @Test func `A fetch finds the object that the child holds, and no second one`() throws {
        let (book, _) = try savedBook()
        try child.performAndWait { () throws -> Void in
            #expect(try child.all("Book") == [book])
            let ids = NSFetchRequest<NSManagedObjectID>(entityName: "Book")
            ids.resultType = .managedObjectIDResultType
            #expect(try child.fetch(ids) == [book.objectID])
        }
    }

    @Test func `The temporary ID stays the object's, and leads to it in every context`() throws {
        let (book, _) = try savedBook()
        try child.performAndWait {
            let former = book.objectID
            _ = try child.all("Book")
            #expect(book.objectID === former)
            #expect(former.isTemporaryID)
            #expect(child.object(with: former) === book)
        }
        try root.performAndWait {
            let same = try root.existingObject(with: book.objectID)
            #expect(same.text("title") == "A")
            #expect(!same.objectID.isTemporaryID)
        }
    }

    @Test func `An unsaved edit is one row, and its former value is not found`() throws {
        let (book, _) = try savedBook()
        try child.performAndWait {
            book.setValue("B", forKey: "title")
            let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
            #expect(try child.count(for: request) == 1)
            #expect(try child.all("Book", NSPredicate(format: "title == 'A'")).isEmpty)
            #expect(try child.all("Book", NSPredicate(format: "title == 'B'")) == [book])
            try child.save()
        }
        try root.performAndWait { try root.save() }
        #expect(try store.sql("SELECT Z_PK, ZTITLE FROM ZBOOK") == [["1", "B"]])
    }

    @Test func `An unsaved deletion is not fetched`() throws {
        let (book, _) = try savedBook()
        try child.performAndWait {
            child.delete(book)
            #expect(try child.all("Book").isEmpty)
            try child.save()
        }
        try root.performAndWait { try root.save() }
        #expect(try store.sql("SELECT count(*) FROM ZBOOK") == [["0"]])
    }

    @Test func `Relationships lead to the objects that the child holds`() throws {
        let (author, book, tag) = try child.performAndWait {
            let author = child.make("Author", ["name": "Lem"])
            let tag = child.make("Tag", ["name": "sf"])
            let book = child.make("Book", ["author": author, "tags": Set([tag])])
            try child.save()
            try root.performAndWait { try root.save() }
            return (author, book, tag)
        }
        try child.performAndWait {
            #expect(try child.all("Author").first === author)
            #expect(book.one("author") === author)
            #expect(author.many("books") == [book])
            #expect(tag.many("books") == [book])
            #expect(book.changedValues().isEmpty)
            book.setValue(nil, forKey: "author")
            #expect(author.many("books").isEmpty)
            book.setValue(Set<NSManagedObject>(), forKey: "tags")
            try child.save()
            try root.performAndWait { try root.save() }
        }
        #expect(try store.sql("SELECT ZAUTHOR FROM ZBOOK") == [[nil]])
        #expect(try store.sql("SELECT count(*) FROM Z_2TAGS") == [["0"]])
    }

    @Test func `A reference survives the object that it led to`() throws {
        let book = try child.performAndWait {
            let book = child.make("Book", ["author": child.make("Author", ["name": "Lem"])])
            try child.save()
            return book
        }
        try root.performAndWait {
            try root.save()
            root.reset()
        }
        try child.performAndWait {
            _ = try child.all("Tag")
            #expect(book.one("author")?.text("name") == "Lem")
            #expect(
                try child.all("Author", NSPredicate(format: "ANY books == %@", book)).count == 1)
        }
    }

    @Test func `A controller on a nested main context tells one edit as one update`() throws {
        let (book, _) = try savedBook()
        try child.performAndWait {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
            request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: child, sectionNameKeyPath: nil,
                cacheName: nil)
            let recorder = ResultsRecorder()
            controller.delegate = recorder
            try controller.performFetch()
            book.setValue("B", forKey: "title")
            child.processPendingChanges()
            #expect(recorder.take() == ["will", "update 0.0 0.0", "did"])
            #expect(controller.fetchedObjects == [book])
        }
    }

    @Test func `A parent's inserted object is the same in a child that has read it before`() throws
    {
        let book = root.performAndWait { root.make("Book", ["title": "A"]) }
        try child.performAndWait {
            let same = try #require(try child.all("Book").first)
            try root.performAndWait { try root.save() }
            #expect(try child.all("Book").first === same)
            #expect(child.object(with: book.objectID) === same)
            #expect(child.registeredObjects == [same])
        }
    }

    // MARK: Merging

    @Test func `Merging its own insertion leaves the child one object`() throws {
        child.automaticallyMergesChangesFromParent = true
        let (book, _) = try savedBook()
        let changes = NoteRecorder(.NSManagedObjectContextObjectsDidChange, child)
        child.performAndWait { #expect(child.registeredObjects == [book]) }
        #expect(changes.notes.allSatisfy { $0.userInfo?[NSInsertedObjectsKey] == nil })
        try root.performAndWait {
            try root.all("Book").first?.setValue("B", forKey: "title")
            try root.save()
        }
        child.performAndWait { #expect(book.text("title") == "B") }
        try root.performAndWait {
            root.delete(try #require(try root.all("Book").first))
            try root.save()
        }
        child.performAndWait { #expect(book.isDeleted) }
    }

    // MARK: Obtaining permanent IDs

    enum Moment: String, CaseIterable { case before, between, after }

    @Test(arguments: Moment.allCases, [1, 2, 3])
    func `An obtained ID is the row's, whenever it is asked for and on any level`(
        _ moment: Moment, _ depth: Int
    ) throws {
        var levels = [root, child]
        while levels.count <= depth {
            levels.append(TestStore.child(of: levels.last!, "level \(levels.count)"))
        }
        let lowest = levels.last!
        try lowest.performAndWait {
            let author = lowest.make("Author", ["name": "Lem"])
            let book = lowest.make("Book", ["title": "A", "author": author])
            func obtain(at now: Moment) throws {
                guard moment == now else { return }
                try lowest.obtainPermanentIDs(for: [book, author])
                #expect(!book.objectID.isTemporaryID)
            }
            try obtain(at: .before)
            try lowest.save()
            try obtain(at: .between)
            for level in levels.dropLast().reversed() {
                try level.performAndWait { try level.save() }
            }
            try obtain(at: .after)
            #expect(book.objectID.uriRepresentation().lastPathComponent == "p1")
            #expect(author.objectID.uriRepresentation().lastPathComponent == "p1")
            let above = try root.performAndWait {
                try root.existingObject(with: book.objectID).text("title")
            }
            #expect(above == "A")
            #expect(try lowest.all("Book").first === book)
            #expect(author.many("books") == [book])
            book.setValue("B", forKey: "title")
            #expect(try lowest.all("Book").count == 1)
            for level in levels.reversed() { try level.performAndWait { try level.save() } }
        }
        #expect(try store.sql("SELECT Z_PK, ZTITLE, ZAUTHOR FROM ZBOOK") == [["1", "B", "1"]])
    }

    @Test func `Obtaining an ID in a grandchild names the object of every level above`() throws {
        let grandchild = TestStore.child(of: child, "grandchild")
        try grandchild.performAndWait {
            let book = grandchild.make("Book", ["title": "A"])
            try grandchild.save()
            let middle = child.performAndWait { child.registeredObject(for: book.objectID) }
            try grandchild.obtainPermanentIDs(for: [book])
            try child.performAndWait {
                #expect(child.object(with: book.objectID) === middle)
                #expect(child.insertedObjects == [try #require(middle)])
                try child.save()
            }
            try root.performAndWait { try root.save() }
            #expect(try grandchild.existingObject(with: book.objectID) === book)
        }
        #expect(try store.sql("SELECT Z_PK FROM ZBOOK") == [["1"]])
    }

    @Test func `Siblings below one parent know an object by one name`() throws {
        let sibling = TestStore.child(of: root, "sibling")
        let book = try child.performAndWait {
            let book = child.make("Book", ["title": "A"])
            try child.save()
            return book
        }
        let seen = try sibling.performAndWait { try #require(try sibling.all("Book").first) }
        try child.performAndWait { try child.obtainPermanentIDs(for: [book]) }
        try root.performAndWait { try root.save() }
        try sibling.performAndWait { () throws -> Void in
            #expect(sibling.object(with: book.objectID) === seen)
            #expect(try sibling.all("Book").first === seen)
            seen.setValue("B", forKey: "title")
            #expect(try sibling.all("Book").count == 1)
        }
    }

    @Test func `Objects of two stores keep their identity`() throws {
        let second = store.folder.appendingPathComponent("second.sqlite")
        let other = try store.coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: second, options: nil)
        try child.performAndWait {
            let books = [child.make("Book", ["title": "A"]), child.make("Book", ["title": "B"])]
            child.assign(books[1], to: other)
            try child.save()
            try root.performAndWait { try root.save() }
            #expect(try child.all("Book", sortedBy: "title") == books)
            try child.obtainPermanentIDs(for: books)
            #expect(
                books.map { $0.objectID.persistentStore?.url?.lastPathComponent }
                    == ["store.sqlite", "second.sqlite"])
        }
    }
}
