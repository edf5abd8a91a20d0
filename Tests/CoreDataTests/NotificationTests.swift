import CoreData
import Foundation
import Synchronization
import Testing

@Suite(.inVirtualTime) struct `Notifications` {
    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        store = try TestStore()
        context = store.context()
    }

    @Test func `Did-save tells what was inserted, updated and deleted`() throws {
        let saves = NoteRecorder(.NSManagedObjectContextDidSave, context)
        try context.performAndWait {
            let (a, b) = (context.make("Book"), context.make("Book"))
            try context.save()
            #expect(saves.objects(NSInsertedObjectsKey) == [a, b])
            #expect(saves.notes.last?.userInfo?[NSUpdatedObjectsKey] == nil)
            let c = context.make("Book")
            a.setValue("x", forKey: "title")
            context.delete(b)
            try context.save()
            #expect(saves.notes.count == 2)
            #expect(saves.notes.last?.object as? NSManagedObjectContext === context)
            #expect(saves.objects(NSInsertedObjectsKey) == [c])
            #expect(saves.objects(NSUpdatedObjectsKey) == [a])
            #expect(saves.objects(NSDeletedObjectsKey) == [b])
        }
    }

    @Test func `The form with object IDs has permanent ones`() throws {
        let saves = NoteRecorder(.NSManagedObjectContextDidSaveObjectIDs, context)
        try context.performAndWait {
            let (a, b) = (context.make("Book"), context.make("Book"))
            try context.save()
            let inserted = try #require(saves.ids(NSInsertedObjectIDsKey))
            #expect(inserted == [a.objectID, b.objectID])
            #expect(inserted.allSatisfy { !$0.isTemporaryID })
            let gone = b.objectID
            a.setValue("x", forKey: "title")
            context.delete(b)
            try context.save()
            #expect(saves.ids(NSUpdatedObjectIDsKey) == [a.objectID])
            #expect(saves.ids(NSDeletedObjectIDsKey) == [gone])
            #expect(saves.ids(NSInsertedObjectIDsKey)?.isEmpty ?? true)
        }
    }

    @Test func `Will-save comes before the changes are gone, and only with changes`() throws {
        let context = context
        let pending = Mutex<[Int]>([])
        let token = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextWillSave, object: context, queue: nil
        ) { _ in
            let count = context.insertedObjects.count
            pending.withLock { $0.append(count) }
        }
        defer { NotificationCenter.default.removeObserver(token) }
        try context.performAndWait {
            try context.save()
            context.make("Book")
            try context.save()
            try context.save()
        }
        #expect(pending.withLock { $0 } == [1])
    }

    @Test func `A save that fails posts no did-save`() throws {
        let saves = NoteRecorder(.NSManagedObjectContextDidSave, context)
        context.performAndWait {
            context.make("Author")
            #expect(throws: NSError.self) { try context.save() }
            #expect(saves.notes.isEmpty)
        }
    }

    @Test func `Objects-did-change tells each kind of change`() throws {
        try context.performAndWait {
            let books = (0..<4).map { context.make("Book", ["year": $0]) }
            try context.save()
            let changes = NoteRecorder(.NSManagedObjectContextObjectsDidChange, context)
            let new = context.make("Book")
            books[0].setValue(9, forKey: "year")
            context.delete(books[1])
            context.refresh(books[2], mergeChanges: false)
            #expect(changes.notes.isEmpty)
            context.processPendingChanges()
            #expect(changes.notes.count == 1)
            #expect(changes.objects(NSInsertedObjectsKey) == [new])
            #expect(changes.objects(NSUpdatedObjectsKey) == [books[0]])
            #expect(changes.objects(NSDeletedObjectsKey) == [books[1]])
            #expect(changes.objects(NSRefreshedObjectsKey) == [books[2]])
            // Reported once; the next event is another one.
            context.processPendingChanges()
            #expect(changes.notes.count == 1)
            new.setValue(1, forKey: "year")
            context.processPendingChanges()
            #expect(changes.objects(NSUpdatedObjectsKey) == [new])
            #expect(changes.objects(NSInsertedObjectsKey) == nil)
        }
    }

    @Test func `Insert and update in one event count as inserted`() throws {
        let changes = NoteRecorder(.NSManagedObjectContextObjectsDidChange, context)
        let saves = NoteRecorder(.NSManagedObjectContextDidSave, context)
        try context.performAndWait {
            let book = context.make("Book")
            book.setValue("x", forKey: "title")
            context.processPendingChanges()
            #expect(changes.objects(NSInsertedObjectsKey) == [book])
            #expect(changes.objects(NSUpdatedObjectsKey) == nil)
            book.setValue("y", forKey: "title")
            #expect(context.updatedObjects.isEmpty)
            try context.save()
            #expect(saves.objects(NSInsertedObjectsKey) == [book])
            #expect(saves.objects(NSUpdatedObjectsKey) == nil)
        }
    }

    @Test func `Insert and delete in one event vanish`() throws {
        let changes = NoteRecorder(.NSManagedObjectContextObjectsDidChange, context)
        let saves = NoteRecorder(.NSManagedObjectContextDidSave, context)
        try context.performAndWait {
            context.delete(context.make("Book"))
            #expect(!context.hasChanges)
            try context.save()
            #expect(changes.notes.isEmpty)
            #expect(saves.objects(NSInsertedObjectsKey) == [])
            #expect(saves.objects(NSDeletedObjectsKey) == [])
        }
        #expect(try store.sql("SELECT count(*) FROM ZBOOK") == [["0"]])
    }

    @Test func `Rolling back announces no object that is gone as inserted`() throws {
        try context.performAndWait {
            let kept = context.make("Book", ["title": "a"])
            try context.save()
            let changes = NoteRecorder(.NSManagedObjectContextObjectsDidChange, context)
            context.make("Book")
            kept.setValue("b", forKey: "title")
            context.rollback()
            #expect(changes.notes.allSatisfy { $0.userInfo?[NSInsertedObjectsKey] == nil })
            #expect(changes.objects(NSRefreshedObjectsKey) == [kept])
        }
    }

    @Test func `The changes reach into a child's parent with its save`() throws {
        let child = TestStore.child(of: context)
        let changes = NoteRecorder(.NSManagedObjectContextObjectsDidChange, context)
        let saves = NoteRecorder(.NSManagedObjectContextDidSave, context)
        try child.performAndWait {
            child.make("Book")
            try child.save()
        }
        context.performAndWait {
            #expect(changes.objects(NSInsertedObjectsKey) == context.insertedObjects)
            #expect(context.insertedObjects.count == 1)
            #expect(saves.notes.isEmpty)
        }
    }
}
