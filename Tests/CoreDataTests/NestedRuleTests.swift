import CoreData
import Foundation
import Synchronization
import Testing

/// An object that records its insertion, and sets a value then.
final class StampedBook: NSManagedObject {
    nonisolated(unsafe) static var insertions: [String] = []

    override func awakeFromInsert() {
        super.awakeFromInsert()
        Self.insertions.append(managedObjectContext?.name ?? "")
        setValue("stamped in \(managedObjectContext?.name ?? "")", forKey: "title")
        setValue(7, forKey: "year")
    }
}

/// The rules of nested contexts about the reader, the level that it asks, and the order.
@Suite(.inVirtualTime) struct `Rules of nested contexts` {
    private let store: TestStore
    private let parent: NSManagedObjectContext
    private let child: NSManagedObjectContext

    init() throws {
        store = try TestStore()
        parent = store.context("parent")
        child = TestStore.child(of: parent)
    }

    private func savedBook(_ title: String = "A") throws -> NSManagedObject {
        try parent.performAndWait {
            let book = parent.make("Book", ["title": title])
            try parent.save()
            return book
        }
    }

    @Test func `A fault is filled from the fewest levels necessary`() throws {
        let book = try savedBook()
        _ = try store.sql("UPDATE ZBOOK SET ZTITLE = 'B', Z_OPT = Z_OPT + 1")
        // The parent has the object loaded, so no context reads the store.
        child.performAndWait { #expect(child.object(with: book.objectID).text("title") == "A") }
        withExtendedLifetime(book) {}
    }

    @Test func `A parent's loaded values are what its children get, however old`() throws {
        let book = try savedBook()
        let sibling = store.context("sibling")
        try sibling.performAndWait {
            try sibling.existingObject(with: book.objectID).setValue("B", forKey: "title")
            try sibling.save()
        }
        try child.performAndWait {
            let all = try child.all("Book")
            #expect(all.first?.text("title") == "A")
            // The parent's source decides what matches.
            let matching = try child.all("Book", NSPredicate(format: "title == 'B'"))
            #expect(matching == all)
        }
        withExtendedLifetime(book) {}
    }

    @Test func `The merge policy plays no part between a child and its parent`() throws {
        let book = try savedBook()
        child.mergePolicy = NSMergePolicy.error
        parent.mergePolicy = NSMergePolicy.rollback
        try child.performAndWait {
            let same = try child.existingObject(with: book.objectID)
            same.setValue("child", forKey: "title")
            try parent.performAndWait {
                book.setValue("parent", forKey: "title")
                try parent.save()
            }
            try child.save()
        }
        parent.performAndWait { #expect(book.text("title") == "child") }
    }

    @Test func `A child's save waits for its parent's queue`() throws {
        let log = Mutex<[String]>([])
        let (held, free, done) = (Gate("held"), Gate("free"), Gate("done"))
        //  parent                    child
        //  held ─────────────▶       save()
        //  (works) ◀── free          … waits
        //  "parent"                  "child"
        parent.perform {
            held.open()
            free.pass()
            log.withLock { $0.append("parent") }
        }
        held.pass()
        let child = Unchecked(child)
        child.value.perform {
            child.value.make("Book")
            free.open()
            try? child.value.save()
            log.withLock { $0.append("child") }
            done.open()
        }
        done.pass()
        #expect(log.withLock { $0 } == ["parent", "child"])
    }

    @Test func `A grandchild reads what only its grandparent has, by its temporary ID`() throws {
        let grandchild = TestStore.child(of: child, "grandchild")
        let book = parent.performAndWait { parent.make("Book", ["title": "A"]) }
        try grandchild.performAndWait {
            let same = try #require(try grandchild.all("Book").first)
            #expect(same.objectID.isTemporaryID)
            grandchild.refresh(same, mergeChanges: false)
            #expect(same.text("title") == "A")
        }
        withExtendedLifetime(book) {}
    }

    @Test func `A predicate knows a child's object by the ID that became permanent above`() throws {
        try child.performAndWait {
            let author = child.make("Author", ["name": "Lem"])
            child.make("Book", ["title": "A", "author": author])
            try child.save()
            try parent.performAndWait { try parent.save() }
            #expect(author.objectID.isTemporaryID)
            func count(_ predicate: NSPredicate) throws -> Int {
                let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
                request.predicate = predicate
                return try child.count(for: request)
            }
            #expect(try count(NSPredicate(format: "author == %@", author)) == 1)
            #expect(try count(NSPredicate(format: "author == %@", author.objectID)) == 1)
            #expect(try count(NSPredicate(format: "author IN %@", [author])) == 1)
            #expect(try count(NSPredicate(format: "author != %@", author)) == 0)
            let nobody = child.make("Author", ["name": "nobody"])
            #expect(try count(NSPredicate(format: "author == %@", nobody)) == 0)
        }
    }

    ///     writer ← main ← worker: main has forgotten the temporary ID that worker still uses.
    @Test func `An update by a temporary ID reaches the object of the permanent one`() throws {
        let worker = TestStore.child(of: child, "worker")
        try worker.performAndWait {
            let book = worker.make("Book", ["title": "A"])
            try worker.save()
            try child.performAndWait { try child.save() }
            try parent.performAndWait { try parent.save() }
            let shown = try child.performAndWait {
                child.reset()
                return try #require(try child.all("Book").first)
            }
            book.setValue("B", forKey: "title")
            try worker.save()
            child.performAndWait {
                #expect(shown.text("title") == "B")
                #expect(child.updatedObjects == [shown])
            }
        }
    }

    @Test func `A parent's reset leaves its children what they know`() throws {
        try child.performAndWait {
            let book = child.make("Book", ["title": "A"])
            try child.save()
            try parent.performAndWait {
                try parent.save()
                parent.reset()
            }
            book.setValue("B", forKey: "title")
            try child.save()
            try parent.performAndWait { try parent.save() }
        }
        #expect(try store.sql("SELECT ZTITLE FROM ZBOOK") == [["B"]])
    }

    @Test func `The members of an object that was deleted meanwhile are none`() throws {
        let author = try parent.performAndWait {
            let author = parent.make("Author", ["name": "Lem"])
            parent.make("Book", ["author": author])
            try parent.save()
            return author.objectID
        }
        try child.performAndWait {
            let same = try #require(try child.all("Author").first)
            let sibling = store.context("sibling")
            try sibling.performAndWait {
                sibling.delete(try sibling.existingObject(with: author))
                try sibling.save()
            }
            #expect(same.text("name") == "Lem")
            #expect(same.many("books").isEmpty)
        }
    }

    @Test func `What a child made and deleted again is unknown above`() throws {
        let book = try savedBook()
        try child.performAndWait {
            let same = try child.existingObject(with: book.objectID)
            let tag = child.make("Tag")
            try child.obtainPermanentIDs(for: [tag])
            tag.setValue(Set([same]), forKey: "books")
            child.processPendingChanges()
            child.delete(tag)
            try child.save()
        }
        try parent.performAndWait {
            #expect(book.many("tags").isEmpty)
            try parent.save()
        }
    }

    @Test func `Objects are awakened from insertion at each level, and keep what was saved`() throws
    {
        let model = LibraryModel.make()
        let book = try #require(model.entitiesByName["Book"])
        book.managedObjectClassName = NSStringFromClass(StampedBook.self)
        let store = try TestStore(model: model)
        let parent = store.context("parent")
        let child = TestStore.child(of: parent)
        StampedBook.insertions = []
        try child.performAndWait {
            let book = child.make("Book")
            #expect(book.text("title") == "stamped in child")
            book.setValue("edited", forKey: "title")
            book.setValue(nil, forKey: "year")
            try child.save()
        }
        #expect(StampedBook.insertions == ["child", "parent"])
        try parent.performAndWait {
            let book = try #require(try parent.all("Book").first)
            #expect(book.text("title") == "edited")
            #expect(book.int("year") == nil)
        }
    }

    @Test(.onDispatchOnly) @MainActor
    func `A main actor may wait for a context with what is not Sendable`() async throws {
        final class Model {
            var titles: [String] = []
        }
        let model = Model()
        let context = child
        let first = try await context.perform {
            context.make("Book", ["title": "A"])
            try context.save()
            for book in try context.all("Book") { model.titles.append(book.text("title") ?? "") }
            return model.titles.first
        }
        #expect(first == "A")
        #expect(model.titles == ["A"])
    }
}
