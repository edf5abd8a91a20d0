import CoreData
import Foundation
import Synchronization
import Testing

/// A note that stamps itself when it is saved, past its accessors.
final class StampedNote: NSManagedObject {
    nonisolated(unsafe) static var preparations = 0

    override func willSave() {
        super.willSave()
        setPrimitiveValue("stamped", forKey: "stamp")
    }

    override func prepareForDeletion() {
        super.prepareForDeletion()
        Self.preparations += 1
    }
}

/// Smaller rules of contexts and their objects.
@Suite(.serialized, .inVirtualTime) struct `Rules of contexts and objects` {
    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        store = try TestStore()
        context = store.context()
    }

    private func savedBook(_ values: [String: Any?] = ["title": "A"]) throws -> NSManagedObject {
        try context.performAndWait {
            let book = context.make("Book", values)
            try context.save()
            return book
        }
    }

    private static func noteModel(_ properties: [NSPropertyDescription] = [])
        -> NSManagedObjectModel
    {
        Make.model(
            Make.entity(
                "Note", StampedNote.self,
                [
                    Make.attribute("text", .stringAttributeType),
                    Make.attribute("stamp", .stringAttributeType),
                ] + properties))
    }

    // MARK: Primitive values

    @Test func `A primitive value is no change`() throws {
        let book = try savedBook()
        try context.performAndWait {
            let changes = NoteRecorder(.NSManagedObjectContextObjectsDidChange, context)
            book.setPrimitiveValue("B", forKey: "title")
            #expect(book.text("title") == "B")
            #expect(!book.hasChanges)
            #expect(!context.hasChanges)
            #expect(book.changedValues().isEmpty)
            context.processPendingChanges()
            #expect(changes.notes.isEmpty)
            // With another change it is saved, too.
            book.setValue(1, forKey: "year")
            #expect(book.changedValues().keys.sorted() == ["title", "year"])
            try context.save()
        }
        #expect(try store.sql("SELECT ZTITLE, ZYEAR FROM ZBOOK") == [["B", "1"]])
    }

    @Test func `A primitive value between will and did change is a change`() throws {
        let book = try savedBook()
        context.performAndWait {
            book.willChangeValue(forKey: "title")
            book.setPrimitiveValue("B", forKey: "title")
            book.didChangeValue(forKey: "title")
            #expect(book.changedValues()["title"] as? String == "B")
            #expect(book.changedValuesForCurrentEvent()["title"] as? String == "A")
            context.processPendingChanges()
            book.willChangeValue(forKey: "title")
            book.setPrimitiveValue("C", forKey: "title")
            book.didChangeValue(forKey: "title")
            #expect(book.changedValuesForCurrentEvent()["title"] as? String == "B")
        }
    }

    @Test func `A primitive value set in willSave is saved and announced by no second event`()
        throws
    {
        let store = try TestStore(model: Self.noteModel())
        let context = store.context()
        try context.performAndWait {
            let note = context.make("Note", ["text": "a"])
            try context.save()
            note.setPrimitiveValue(nil, forKey: "stamp")
            let changes = NoteRecorder(.NSManagedObjectContextObjectsDidChange, context)
            note.setValue("b", forKey: "text")
            try context.save()
            #expect(changes.notes.count == 1)
            #expect(!context.hasChanges)
        }
        #expect(try store.sql("SELECT ZTEXT, ZSTAMP FROM ZNOTE") == [["b", "stamped"]])
    }

    // MARK: Saving nothing

    @Test func `A save without changes posts did-save with empty sets`() throws {
        let saves = NoteRecorder(.NSManagedObjectContextDidSave, context)
        try context.performAndWait { try context.save() }
        #expect(saves.notes.count == 1)
        for key in [NSInsertedObjectsKey, NSUpdatedObjectsKey, NSDeletedObjectsKey] {
            #expect(saves.objects(key) == [])
        }
    }

    @Test func `A save without changes writes changed metadata`() throws {
        let kept = try #require(store.coordinator.persistentStores.first)
        store.coordinator.setMetadata(
            store.coordinator.metadata(for: kept).merging(["answer": 42]) { $1 }, for: kept)
        try context.performAndWait { try context.save() }
        try store.close()
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
            ofType: NSSQLiteStoreType, at: store.url)
        #expect(metadata["answer"] as? NSNumber == 42)
    }

    // MARK: Validation

    private static func teams(
        minimum: Int = 0, _ change: (NSEntityDescription) -> Void = { _ in }
    ) -> NSManagedObjectModel {
        let team = Make.entity("Team", nil, [Make.attribute("name", .stringAttributeType)])
        let player = Make.entity("Player", nil, [])
        let players = Make.relationship("players", to: player, many: true, isOptional: false)
        players.minCount = minimum
        Make.join(team, players, player, Make.relationship("team", to: team, many: false))
        change(team)
        return Make.model(team, player)
    }

    @Test(arguments: [(0, nil), (1, NSValidationRelationshipLacksMinimumCountError)])
    func `A mandatory to-many without a minimum count may be empty`(
        _ minimum: Int, _ code: Int?
    ) throws {
        let store = try TestStore(model: Self.teams(minimum: minimum))
        let context = store.context()
        context.performAndWait {
            context.make("Team", ["name": "A"])
            var found: Int?
            do { try context.save() } catch { found = (error as NSError).code }
            #expect(found == code)
        }
    }

    @Test func `A failed predicate's message is its warning alone`() throws {
        let model = Self.teams { team in
            let name = team.propertiesByName["name"]
            name?.setValidationPredicates(
                [NSPredicate(format: "length > 2")],
                withValidationWarnings: ["Too short a name"])
        }
        let store = try TestStore(model: model)
        let context = store.context()
        context.performAndWait {
            context.make("Team", ["name": "A"])
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.localizedDescription == "Too short a name")
        }
    }

    // MARK: Conflicts

    /// Writes down which of its methods are called, and with which objects.
    private final class ListeningPolicy: NSMergePolicy, @unchecked Sendable {
        let calls = Mutex<[String]>([])

        override func resolve(constraintConflicts list: [NSConstraintConflict]) throws {
            calls.withLock { $0.append("constraints \(list.count)") }
            try super.resolve(constraintConflicts: list)
        }

        override func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
            let ids = list.map { $0.sourceObject.objectID.uriRepresentation().lastPathComponent }
            calls.withLock { $0.append("versions \(ids)") }
            try super.resolve(optimisticLockingConflicts: list)
        }
    }

    @Test func `A settled constraint is followed by the locking method for the row that stands`()
        throws
    {
        let model = Self.noteModel([Make.attribute("size", .integer64AttributeType)])
        model.entities[0].uniquenessConstraints = [["text"]]
        let store = try TestStore(model: model)
        let other = store.context("other")
        try other.performAndWait {
            other.make("Note", ["text": "a"])
            try other.save()
        }
        let context = store.context()
        let policy = ListeningPolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType)
        context.mergePolicy = policy
        try context.performAndWait {
            context.make("Note", ["text": "a", "size": 2])
            try context.save()
        }
        #expect(policy.calls.withLock { $0 } == ["constraints 1", "versions [\"p1\"]"])
        #expect(try store.sql("SELECT Z_PK, ZSIZE FROM ZNOTE") == [["1", "2"]])
    }

    // MARK: Merging

    @Test func `A merged deletion is among the deleted objects until the next save`() throws {
        let book = try savedBook()
        let other = store.context("other")
        let saves = NoteRecorder(.NSManagedObjectContextDidSave, other)
        try other.performAndWait {
            other.delete(try other.existingObject(with: book.objectID))
            try other.save()
        }
        let note = Unchecked(try #require(saves.notes.last))
        try context.performAndWait {
            context.mergeChanges(fromContextDidSave: note.value)
            #expect(context.deletedObjects == [book])
            #expect(!context.hasChanges)
            try context.save()
            #expect(context.deletedObjects.isEmpty)
            #expect(book.isDeleted)
        }
    }

    @Test func `A merge tells the IDs of what it refreshed`() throws {
        let book = try savedBook()
        let other = store.context("other")
        let saves = NoteRecorder(.NSManagedObjectContextDidSave, other)
        try other.performAndWait {
            try other.existingObject(with: book.objectID).setValue("B", forKey: "title")
            try other.save()
        }
        let note = Unchecked(try #require(saves.notes.last))
        let merges = NoteRecorder(.NSManagedObjectContextDidMergeChangesObjectIDs, context)
        context.performAndWait { context.mergeChanges(fromContextDidSave: note.value) }
        #expect(merges.ids(NSUpdatedObjectIDsKey) == [book.objectID])
        #expect(merges.ids(NSRefreshedObjectIDsKey) == [book.objectID])
    }

    // MARK: Fetching

    @Test func `Without pending changes a fetch returns what is deleted and unsaved`() throws {
        let book = try savedBook()
        try context.performAndWait { () throws -> Void in
            context.delete(book)
            let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
            request.includesPendingChanges = false
            #expect(try context.fetch(request) == [book])
            #expect(try context.count(for: request) == 1)
            request.includesPendingChanges = true
            #expect(try context.fetch(request).isEmpty)
        }
    }

    @Test func `A child's refetch does not see its parent's transient values`() throws {
        let book = try savedBook(["title": "A", "note": "parent's"])
        let child = TestStore.child(of: context)
        try child.performAndWait {
            let same = try child.existingObject(with: book.objectID)
            #expect(same.text("note") == nil)
            child.refreshAllObjects()
            #expect(try child.all("Book").first?.text("note") == nil)
        }
        context.performAndWait { #expect(book.text("note") == "parent's") }
    }

    // MARK: Refreshing, deleting, resetting

    @Test func `Refreshing an inserted object without its changes makes it a fault`() throws {
        try context.performAndWait {
            let author = context.make("Author", ["name": "Lem"])
            let book = context.make("Book", ["title": "A", "author": author])
            context.refresh(book, mergeChanges: false)
            #expect(book.isFault)
            #expect(book.isInserted)
            #expect(author.many("books").isEmpty)
            #expect(book.text("title") == nil)
            #expect(!book.isFault)
            context.refresh(book, mergeChanges: false)
            book.setValue("B", forKey: "title")
            #expect(!book.isFault)
            context.refresh(author, mergeChanges: true)
            try context.save()
            #expect(book.text("title") == "B")
        }
        #expect(try store.sql("SELECT ZTITLE, ZAUTHOR FROM ZBOOK") == [["B", nil]])
    }

    @Test func `A fault of an inserted object is saved with its first values`() throws {
        try context.performAndWait {
            let book = context.make("Book", ["title": "A"])
            context.refresh(book, mergeChanges: false)
            let child = TestStore.child(of: context)
            let count = try child.performAndWait { try child.all("Book").count }
            #expect(count == 1)
            try context.save()
        }
        #expect(try store.sql("SELECT ZTITLE FROM ZBOOK") == [[nil]])
    }

    @Test func `A second deletion prepares the object again`() throws {
        let store = try TestStore(model: Self.noteModel())
        let context = store.context()
        StampedNote.preparations = 0
        try context.performAndWait {
            let note = context.make("Note")
            try context.save()
            context.delete(note)
            context.delete(note)
            #expect(context.deletedObjects == [note])
            try context.save()
        }
        #expect(StampedNote.preparations == 2)
    }

    @Test func `An ID that is first asked for after a reset is the row's`() throws {
        let book = try savedBook()
        let saved = try context.performAndWait { () -> NSManagedObjectID? in
            let request = NSFetchRequest<NSManagedObjectID>(entityName: "Book")
            request.resultType = .managedObjectIDResultType
            let other = store.context("other")
            return try other.performAndWait { try other.fetch(request).first }
        }
        context.performAndWait {
            context.reset()
            #expect(book.objectID == saved)
            #expect(book.objectID.persistentStore != nil)
            #expect(book.managedObjectContext == nil)
        }
    }

    @Test func `An ID that is first asked for after the context's end is the row's`() throws {
        var other: NSManagedObjectContext? = store.context("other")
        let id = try savedBook().objectID
        let book = try other?.performAndWait { try other?.all("Book").first }
        other = nil
        #expect(book?.objectID == id)
        #expect(book?.managedObjectContext == nil)
    }

    @Test func `Values read after a reset are zero or nil`() throws {
        let author = try context.performAndWait {
            let author = context.make("Author", ["name": "Lem"])
            context.make("Book", ["title": "A", "year": 1, "author": author])
            try context.save()
            return author
        }
        try context.performAndWait {
            let book = try #require(try context.all("Book").first)
            let loaded = try #require(try context.all("Book").first)
            #expect(loaded.text("title") == "A")
            context.reset()
            for object in [book, loaded] {
                #expect(object.isFault)
                #expect(object.text("title") == nil)
                #expect(object.int("year") == nil)
                #expect(object.one("author") == nil)
                #expect(object.many("tags").isEmpty)
            }
            #expect(author.many("books").isEmpty)
        }
    }
}
