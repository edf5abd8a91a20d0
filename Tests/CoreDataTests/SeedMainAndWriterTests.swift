import CoreData
import Dispatch
import Foundation
import Testing

/// “Core Data and Concurrency”: a private writer, the main context its child, saved when the app
/// leaves the foreground; and objects handed to main by their IDs.
@Suite struct `A writer below the main context` {
    private let manager: CoreDataManager
    private let log: SaveLog

    init() throws {
        manager = try CoreDataManager(Note.model())
        log = SaveLog(manager.persistentStoreCoordinator)
    }

    private func makeNote(_ title: String) async {
        let context = manager.mainManagedObjectContext
        await context.perform {
            let note = Note(context: context)
            note.title = title
            note.contents = "Contents"
            note.updatedAt = Date(timeIntervalSinceReferenceDate: 5)
        }
    }

    @Test func `The contexts are set up as the stack wants them`() {
        let main = manager.mainManagedObjectContext
        #expect(main.concurrencyType == .mainQueueConcurrencyType)
        #expect(main.parent?.concurrencyType == .privateQueueConcurrencyType)
        #expect(main.parent?.persistentStoreCoordinator === manager.persistentStoreCoordinator)
        #expect(manager.failures == [])
    }

    @Test func `The notification saves main and then the writer, each on its queue`() async throws {
        await makeNote("A")
        NotificationCenter.default.post(name: .appDidEnterBackground, object: manager)
        await manager.settle()
        #expect(try manager.sql("SELECT ZTITLE, ZUPDATEDAT FROM ZNOTE") == [["A", "5"]])
        #expect(log.entries == ["main on main", "private off main"])
        #expect(manager.failures == [])
    }

    @Test func `Saving main alone writes nothing to the store`() async throws {
        await makeNote("A")
        let main = manager.mainManagedObjectContext
        try await main.perform { try main.save() }
        #expect(log.entries == ["main on main"])
        #expect(manager.unwritten() == 1)
        #expect(try manager.sql("SELECT count(*) FROM ZNOTE") == [["0"]])
    }

    @Test func `Without changes nothing is saved`() async {
        NotificationCenter.default.post(name: .appDidEnterBackground, object: manager)
        await manager.settle()
        #expect(log.entries == [])
    }

    @Test func `An ID leads to the same record on the main queue`() async throws {
        let writer = try #require(manager.mainManagedObjectContext.parent)
        let objectID = try await writer.perform {
            let managedObject = Note(context: writer)
            managedObject.title = "A"
            try writer.save()
            return managedObject.objectID
        }
        let title: String? = await withCheckedContinuation { continuation in
            DispatchQueue.main.async { [manager] in
                let managedObjectContext: NSManagedObjectContext? =
                    manager.mainManagedObjectContext
                let managedObject = managedObjectContext?.object(with: objectID) as? Note
                continuation.resume(returning: managedObject?.title)
            }
        }
        #expect(title == "A")
    }

    @Test func `Of the three ways from an ID to an object one asks nobody`() async throws {
        let main = manager.mainManagedObjectContext
        let writer = try #require(main.parent)
        let ids = try await writer.perform {
            let notes = ["A", "B"].map { title in
                let note = Note(context: writer)
                note.title = title
                return note
            }
            try writer.save()
            return notes.map(\.objectID)
        }
        try await main.perform {
            #expect(main.registeredObject(for: ids[0]) == nil)
            let note = try main.existingObject(with: ids[0]) as? Note
            #expect(note?.title == "A")
            #expect(main.registeredObject(for: ids[0]) === note)
            #expect(main.object(with: ids[0]) === note)
        }
        try await writer.perform {
            writer.delete(writer.object(with: ids[1]))
            try writer.save()
        }
        await main.perform {
            let error = #expect(throws: NSError.self) { try main.existingObject(with: ids[1]) }
            #expect(error?.code == NSManagedObjectReferentialIntegrityError)
            // Nothing is looked up: the fault has not been fired.
            #expect(main.object(with: ids[1]).isFault)
        }
    }
}
