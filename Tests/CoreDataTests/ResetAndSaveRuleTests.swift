import CoreData
import Foundation
import Synchronization
import Testing

/// An object that records the calls of a save on it.
final class LoggingTag: NSManagedObject {
    nonisolated(unsafe) static var log: [String] = []

    override func willSave() { Self.log.append("willSave") }
    override func didSave() { Self.log.append("didSave") }
    override func validateForInsert() throws {
        Self.log.append("validate")
        try super.validateForInsert()
    }
}

/// Rules of notifications that are about reset and about the order of a save.
@Suite(.inVirtualTime) struct `Rules of notifications` {
    @Test func `A reset is announced by an array of the IDs that were known`() throws {
        let store = try TestStore()
        let context = store.context()
        try context.performAndWait {
            let book = context.make("Book", ["title": "A"])
            try context.save()
            let new = context.make("Tag")
            context.processPendingChanges()
            let ids = [book.objectID, new.objectID]
            let notes = NoteRecorder(.NSManagedObjectContextObjectsDidChange, context)
            context.reset()
            let told = notes.notes.last?.userInfo?[NSInvalidatedAllObjectsKey]
            #expect(told as? [NSManagedObjectID] == ids)
            #expect(notes.notes.last?.userInfo?.count == 1)
        }
    }

    @Test func `A save goes from will-save over validation and the objects to did-save`() throws {
        let model = LibraryModel.make()
        let tag = try #require(model.entitiesByName["Tag"])
        tag.managedObjectClassName = NSStringFromClass(LoggingTag.self)
        let store = try TestStore(model: model)
        let context = store.context()
        LoggingTag.log = []
        let names: [Notification.Name] = [
            .NSManagedObjectContextWillSave, .NSManagedObjectContextDidSave,
        ]
        let tokens = zip(names, ["will", "did"]).map { name, word in
            NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) {
                _ in LoggingTag.log.append(word)
            }
        }
        defer { for token in tokens { NotificationCenter.default.removeObserver(token) } }
        try context.performAndWait {
            context.make("Tag")
            try context.save()
        }
        #expect(LoggingTag.log == ["will", "validate", "willSave", "didSave", "did"])
    }

    @Test func `What is inserted is no longer so after the save`() throws {
        let store = try TestStore()
        let context = store.context()
        try context.performAndWait {
            let book = context.make("Book")
            #expect(context.insertedObjects == [book])
            try context.save()
            #expect(context.insertedObjects.isEmpty)
            #expect(!book.isInserted)
        }
    }

    @Test func `Objects-did-change tells what the next save will do, not what was saved`() throws {
        let store = try TestStore()
        let context = store.context()
        try context.performAndWait {
            let notes = NoteRecorder(.NSManagedObjectContextObjectsDidChange, context)
            let book = context.make("Book")
            context.processPendingChanges()
            #expect(notes.objects(NSInsertedObjectsKey) == [book])
            let count = notes.notes.count
            try context.save()
            #expect(notes.notes.count == count)
        }
    }
}
