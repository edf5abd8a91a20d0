import CoreData
import Foundation
import Testing

/// One context deletes and saves; another, which holds objects and has unsaved changes, merges it.
@Suite(.inVirtualTime) struct `Merged deletions` {
    private let store: TestStore
    private let main: NSManagedObjectContext
    private let worker: NSManagedObjectContext

    init() throws {
        store = try TestStore()
        main = store.context("main")
        worker = store.context("worker")
    }

    private func deleteInWorker(_ id: NSManagedObjectID) throws {
        let target = Unchecked(main)
        let token = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextDidSave, object: worker, queue: nil
        ) { note in
            let note = Unchecked(note)
            target.value.performAndWait {
                target.value.mergeChanges(fromContextDidSave: note.value)
            }
        }
        defer { NotificationCenter.default.removeObserver(token) }
        try worker.performAndWait {
            worker.delete(try worker.existingObject(with: id))
            try worker.save()
        }
    }

    private func saved(_ entity: String, _ values: [String: Any?]) throws -> NSManagedObject {
        try main.performAndWait {
            let object = main.make(entity, values)
            try main.save()
            return object
        }
    }

    @Test func `A deleted object that is held stays registered, readable and no fault`() throws {
        let book = try saved("Book", ["title": "A"])
        try deleteInWorker(book.objectID)
        try main.performAndWait {
            #expect(book.isDeleted)
            #expect(!book.isFault)
            #expect(book.text("title") == "A")
            #expect(main.registeredObject(for: book.objectID) === book)
            #expect(main.registeredObjects == [book])
            let found = try main.all("Book")
            #expect(found.isEmpty)
            let count = try main.count(for: NSFetchRequest<NSManagedObject>(entityName: "Book"))
            #expect(count == 0)
            #expect(!main.hasChanges)
            #expect(main.deletedObjects == [book])
            let error = #expect(throws: NSError.self) {
                try main.existingObject(with: book.objectID)
            }
            #expect(error?.code == NSManagedObjectReferentialIntegrityError)
        }
    }

    @Test func `Refreshing leaves a deleted object readable`() throws {
        let book = try saved("Book", ["title": "A"])
        try deleteInWorker(book.objectID)
        main.performAndWait {
            main.refreshAllObjects()
            main.refresh(book, mergeChanges: false)
            main.refresh(book, mergeChanges: true)
            #expect(book.text("title") == "A")
            #expect(book.isDeleted)
        }
    }

    @Test func `Unsaved changes of a deleted object are nothing to save`() throws {
        let book = try saved("Book", ["title": "A"])
        main.performAndWait { book.setValue("B", forKey: "title") }
        try deleteInWorker(book.objectID)
        try main.performAndWait {
            #expect(!main.hasChanges)
            #expect(book.text("title") == "B")
            book.setValue("C", forKey: "title")
            #expect(!main.hasChanges)
            try main.save()
        }
        #expect(try store.sql("SELECT count(*) FROM ZBOOK") == [["0"]])
    }

    @Test func `An unsaved addition of a deleted object is taken back`() throws {
        let tag = try saved("Tag", ["name": "sf"])
        let book = try saved("Book", ["title": "A"])
        main.performAndWait { book.setValue(Set([tag]), forKey: "tags") }
        try deleteInWorker(tag.objectID)
        try main.performAndWait {
            #expect(book.many("tags").isEmpty)
            try main.save()
        }
        #expect(try store.sql("SELECT count(*) FROM Z_2TAGS") == [["0"]])
    }

    @Test func `An unsaved to-one to a deleted object is nullified`() throws {
        let store = try TestStore(model: ShopModel.make(.nullifyDeleteRule))
        let (main, worker) = (store.context("main"), store.context("worker"))
        let (customer, order) = try main.performAndWait {
            let customer = main.make("Customer")
            try main.save()
            let order = main.make("Order", ["number": 1, "customer": customer])
            return (customer, order)
        }
        try worker.performAndWait {
            worker.delete(try worker.existingObject(with: customer.objectID))
            try worker.save()
        }
        try main.performAndWait {
            merge([NSDeletedObjectIDsKey: Set([customer.objectID])], into: main)
            #expect(order.one("customer") == nil)
            #expect(!order.isDeleted)
            try main.save()
        }
        #expect(try store.sql("SELECT ZCUSTOMER FROM ZORDER") == [[nil]])
    }

    @Test func `An unsaved object goes with a deleted one that cascades to it`() throws {
        let author = try saved("Author", ["name": "Lem"])
        let book = main.performAndWait { main.make("Book", ["title": "A", "author": author]) }
        try deleteInWorker(author.objectID)
        try main.performAndWait {
            #expect(book.isDeleted)
            #expect(!main.hasChanges)
            #expect(try main.all("Book").isEmpty)
            try main.save()
        }
        #expect(try store.sql("SELECT count(*) FROM ZBOOK") == [["0"]])
    }

    @Test func `Clean objects are not marked as changed by a merged deletion`() throws {
        let author = try saved("Author", ["name": "Lem"])
        let book = try saved("Book", ["title": "A", "author": author])
        main.performAndWait { #expect(author.many("books") == [book]) }
        try worker.performAndWait {
            worker.delete(try worker.existingObject(with: book.objectID))
            try worker.save()
        }
        main.performAndWait {
            merge([NSDeletedObjectIDsKey: Set([book.objectID])], into: main)
            #expect(!main.hasChanges)
            // The merge does not report a change of the author; its members are right nevertheless.
            #expect(author.many("books").isEmpty)
        }
    }

    @Test func `A child's reference to an object that its parent has deleted is nil`() throws {
        let tag = try saved("Tag", ["name": "sf"])
        let child = TestStore.child(of: main)
        try child.performAndWait {
            let same = child.object(with: tag.objectID)
            child.make("Book", ["title": "A", "tags": Set([same])])
            main.performAndWait { main.delete(tag) }
            try child.save()
        }
        try main.performAndWait { try main.save() }
        #expect(try store.sql("SELECT ZTITLE FROM ZBOOK") == [["A"]])
        #expect(try store.sql("SELECT count(*) FROM Z_2TAGS") == [["0"]])
    }

    private func merge(_ info: [AnyHashable: Any], into context: NSManagedObjectContext) {
        let name = Notification.Name.NSManagedObjectContextDidSaveObjectIDs
        context.mergeChanges(
            fromContextDidSave: Notification(name: name, object: nil, userInfo: info))
    }

    @Test(arguments: [false, true])
    func `A new reference to a deleted object that is held is refused`(
        fromItsEnd: Bool
    ) throws {
        let author = try saved("Author", ["name": "Lem"])
        let book = try saved("Book", ["title": "A"])
        try deleteInWorker(author.objectID)
        try main.performAndWait {
            // Again after a save, which forgets what was merged. The author's own end stays.
            for _ in 0..<(fromItsEnd ? 1 : 2) {
                if fromItsEnd {
                    author.mutableSetValue(forKey: "books").add(book)
                } else {
                    book.setValue(author, forKey: "author")
                }
                let error = #expect(throws: NSError.self) { try main.save() }
                #expect(error?.code == NSManagedObjectValidationError)
                #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == "author")
                book.setValue(nil, forKey: "author")
                book.setValue("B", forKey: "title")
                try main.save()
            }
        }
        #expect(try store.sql("SELECT ZTITLE, ZAUTHOR FROM ZBOOK") == [["B", nil]])
    }
}
