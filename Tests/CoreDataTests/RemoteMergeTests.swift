import CoreData
import Foundation
import Testing

/// Changes that were made past the contexts, by SQL here, and are reported by ID or URI.
@Suite(.inVirtualTime) struct `Remote merges` {
    private let store: TestStore
    private let context: NSManagedObjectContext
    private let book: NSManagedObject

    init() throws {
        let store = try TestStore()
        let context = store.context()
        self.store = store
        self.context = context
        book = try context.performAndWait {
            let book = context.make("Book", ["title": "A", "year": 1])
            try context.save()
            return book
        }
    }

    /// Changes the row as a batch update does: past every context.
    private func changeInStore() throws {
        _ = try store.sql("UPDATE ZBOOK SET ZTITLE = 'B', Z_OPT = Z_OPT + 1")
    }

    private func merge(_ key: String, _ value: Any, _ contexts: NSManagedObjectContext...) {
        NSManagedObjectContext.mergeChanges(
            fromRemoteContextSave: [key: value], into: contexts)
    }

    @Test(arguments: [
        NSUpdatedObjectsKey, NSUpdatedObjectIDsKey, NSRefreshedObjectsKey,
        NSRefreshedObjectIDsKey, NSInvalidatedObjectsKey, NSInvalidatedObjectIDsKey,
        NSInvalidatedAllObjectsKey,
    ])
    func `Arrays of IDs under any key bring what the store has`(key: String) throws {
        try changeInStore()
        merge(key, [book.objectID], context)
        context.performAndWait { #expect(book.text("title") == "B") }
    }

    @Test func `Arrays of URIs name objects too`() throws {
        try changeInStore()
        merge(NSUpdatedObjectsKey, [book.objectID.uriRepresentation()], context)
        context.performAndWait { #expect(book.text("title") == "B") }
    }

    @Test func `A URI of another store is left out`() throws {
        let url = try #require(URL(string: "x-coredata://elsewhere/Book/p1"))
        merge(NSDeletedObjectsKey, [url], context)
        context.performAndWait { #expect(!book.isDeleted) }
    }

    @Test func `Unsaved values stay on top, and the next save has no conflict`() throws {
        context.performAndWait { book.setValue(9, forKey: "year") }
        try changeInStore()
        merge(NSUpdatedObjectsKey, [book.objectID], context)
        try context.performAndWait {
            #expect(book.text("title") == "B")
            #expect(book.int("year") == 9)
            try context.save()
        }
        #expect(try store.sql("SELECT ZTITLE, ZYEAR, Z_OPT FROM ZBOOK") == [["B", "9", "3"]])
    }

    @Test func `Deletions arrive as deletions`() throws {
        _ = try store.sql("DELETE FROM ZBOOK")
        merge(NSDeletedObjectsKey, [book.objectID], context)
        try context.performAndWait {
            #expect(book.isDeleted)
            let found = try context.all("Book")
            #expect(found.isEmpty)
        }
    }

    @Test func `A parent is merged before its children, in whatever order they are given`() throws {
        let child = TestStore.child(of: context)
        let grandchild = TestStore.child(of: child, "grandchild")
        let copy = try grandchild.performAndWait {
            try grandchild.existingObject(with: book.objectID)
        }
        try changeInStore()
        merge(NSUpdatedObjectsKey, [book.objectID], grandchild, child, context)
        grandchild.performAndWait { #expect(copy.text("title") == "B") }
    }

    @Test func `The merge is announced by ID under the keys that it came with`() throws {
        let recorder = NoteRecorder(.NSManagedObjectContextDidMergeChangesObjectIDs, context)
        let changes = NoteRecorder(.NSManagedObjectContextObjectsDidChange, context)
        merge(NSRefreshedObjectsKey, [book.objectID], context)
        #expect(recorder.ids(NSRefreshedObjectIDsKey) == [book.objectID])
        #expect(changes.objects(NSRefreshedObjectsKey) == [book])
        merge(NSInvalidatedObjectsKey, [book.objectID], context)
        #expect(recorder.ids(NSInvalidatedObjectIDsKey) == [book.objectID])
        #expect(recorder.ids(NSRefreshedObjectIDsKey) == nil)
        #expect(changes.objects(NSInvalidatedObjectsKey) == [book])
    }
}
