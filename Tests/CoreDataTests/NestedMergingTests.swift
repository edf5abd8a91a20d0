import CoreData
import Execution
import Foundation
import Testing

/// A merge into a child reads nothing: its parent may be waiting for the child at that moment.
@Suite(.inVirtualTime) struct `Merging into a child` {
    private let store: TestStore
    private let parent: NSManagedObjectContext
    private let child: NSManagedObjectContext

    init() throws {
        store = try TestStore()
        parent = store.context("parent")
        child = TestStore.child(of: parent)
    }

    private func savedBook() throws -> NSManagedObject {
        try parent.performAndWait {
            let book = parent.make("Book", ["title": "A", "year": 1])
            try parent.save()
            return book
        }
    }

    // main                                   child
    // save() ── merge enqueued ───────────▶  merge
    // child.performAndWait ─ waits           … must not wait for main
    @Test func `An automatic merge does not wait for a parent that waits for the child`() throws {
        let execution = VirtualExecution(seed: 1)
        let title = try execution.run { () -> String? in
            let store = try TestStore()
            let main = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
            main.persistentStoreCoordinator = store.coordinator
            let child = TestStore.child(of: main)
            child.automaticallyMergesChangesFromParent = true
            let book = main.make("Book", ["title": "A"])
            try main.save()
            let id = book.objectID
            let same = try child.performAndWait { try child.existingObject(with: id) }
            book.setValue("B", forKey: "title")
            try main.save()
            return child.performAndWait { same.text("title") }
        }
        #expect(title == "B")
    }

    @Test func `What was merged without changes here is a fault, and reads the newest`() throws {
        let book = try savedBook()
        let same = try child.performAndWait { try child.existingObject(with: book.objectID) }
        child.performAndWait { #expect(same.text("title") == "A") }
        let saves = NoteRecorder(.NSManagedObjectContextDidSave, parent)
        try parent.performAndWait {
            book.setValue("B", forKey: "title")
            try parent.save()
        }
        let note = Unchecked(try #require(saves.notes.last))
        let changes = NoteRecorder(.NSManagedObjectContextObjectsDidChange, child)
        child.performAndWait {
            child.mergeChanges(fromContextDidSave: note.value)
            #expect(same.isFault)
            #expect(changes.objects(NSRefreshedObjectsKey) == [same])
            #expect(same.text("title") == "B")
        }
    }

    @Test func `A merge keeps unsaved edits, and the rest is read when it is asked for`() throws {
        child.automaticallyMergesChangesFromParent = true
        let book = try savedBook()
        let same = try child.performAndWait {
            let same = try child.existingObject(with: book.objectID)
            same.setValue(9, forKey: "year")
            return same
        }
        try parent.performAndWait {
            book.setValue("B", forKey: "title")
            book.setValue(2, forKey: "year")
            try parent.save()
        }
        try child.performAndWait {
            #expect(!same.isFault)
            #expect(child.updatedObjects == [same])
            #expect(same.changedValues().keys.sorted() == ["year"])
            #expect(same.text("title") == "B")
            #expect(same.int("year") == 9)
            #expect(same.committedValues(forKeys: ["year"])["year"] as? NSNumber == 2)
            same.setValue("C", forKey: "title")
            try child.save()
        }
        parent.performAndWait {
            #expect(book.text("title") == "C")
            #expect(book.int("year") == 9)
        }
    }

    @Test func `A merged change is kept by an edit that was made after it`() throws {
        child.automaticallyMergesChangesFromParent = true
        let book = try savedBook()
        let same = try child.performAndWait {
            let same = try child.existingObject(with: book.objectID)
            same.setValue(9, forKey: "year")
            return same
        }
        try parent.performAndWait {
            book.setValue("B", forKey: "title")
            try parent.save()
        }
        try child.performAndWait {
            // Written before anything was read again.
            same.setValue(10, forKey: "year")
            try child.save()
        }
        parent.performAndWait {
            #expect(book.text("title") == "B")
            #expect(book.int("year") == 10)
        }
    }

    @Test func `A loaded to-many is read again after a merge`() throws {
        child.automaticallyMergesChangesFromParent = true
        let author = try parent.performAndWait {
            let author = parent.make("Author", ["name": "Lem"])
            try parent.save()
            return author
        }
        let same = try child.performAndWait { try child.existingObject(with: author.objectID) }
        child.performAndWait { #expect(same.many("books").isEmpty) }
        try parent.performAndWait {
            parent.make("Book", ["author": author])
            try parent.save()
        }
        child.performAndWait { #expect(same.many("books").count == 1) }
    }

    /// Merges a context's saves into another one, as an app does that hears of all did-saves.
    private func merging(
        _ saver: NSManagedObjectContext, into other: NSManagedObjectContext,
        asRemote: Bool = false, isRebuilt: Bool = false,
        _ save: () throws -> Void
    ) throws {
        let saves = NoteRecorder(.NSManagedObjectContextDidSave, saver)
        try save()
        var posted = try #require(saves.notes.last)
        if isRebuilt {
            // As an app does that leaves out what a context does not show.
            let deleted = posted.userInfo?[NSDeletedObjectsKey] as Any
            posted = Notification(
                name: posted.name, object: saver, userInfo: [NSDeletedObjectsKey: deleted])
        }
        let note = Unchecked(posted)
        if asRemote {
            NSManagedObjectContext.mergeChanges(
                fromRemoteContextSave: note.value.userInfo ?? [:], into: [other])
        } else {
            other.performAndWait { other.mergeChanges(fromContextDidSave: note.value) }
        }
    }

    @Test(arguments: [false, true], [(true, false), (false, true), (false, false)])
    func `A pushed deletion that its did-save brings once more is still to be saved`(
        isFromGrandchild: Bool, form: (asRemote: Bool, isRebuilt: Bool)
    ) throws {
        let book = try savedBook()
        let grandchild = TestStore.child(of: child, "grandchild")
        let saver = isFromGrandchild ? grandchild : child
        try merging(
            saver, into: parent, asRemote: form.asRemote, isRebuilt: form.isRebuilt
        ) {
            try saver.performAndWait {
                saver.delete(try saver.existingObject(with: book.objectID))
                try saver.save()
            }
        }
        // Of a grandchild's save the middle has the same.
        try child.performAndWait { try child.save() }
        try parent.performAndWait {
            #expect(parent.hasChanges && parent.deletedObjects == [book])
            try parent.save()
        }
        #expect(try store.sql("SELECT count(*) FROM ZBOOK") == [["0"]])
    }

    @Test func `What a context between has given up is not deleted further up`() throws {
        let book = try savedBook()
        let grandchild = TestStore.child(of: child, "grandchild")
        try merging(grandchild, into: parent) {
            try grandchild.performAndWait {
                grandchild.delete(try grandchild.existingObject(with: book.objectID))
                try grandchild.save()
            }
        }
        child.performAndWait { child.rollback() }
        try parent.performAndWait {
            #expect(!parent.hasChanges && !book.isDeleted)
            try parent.save()
        }
        #expect(try store.sql("SELECT count(*) FROM ZBOOK") == [["1"]])
    }
}
