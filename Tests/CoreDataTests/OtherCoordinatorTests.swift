import CoreData
import Foundation
import Testing

/// IDs, objects and notifications of one coordinator in another: keys hold numbers of stores and
/// entities, which mean something else there.
@Suite(.inVirtualTime) struct `Other coordinators` {
    /// Two coordinators with two stores each.
    ///
    /// `near` has its own and the shared one, `far` the shared and its own. So the shared store is
    /// the second here, and the first there.
    private struct Pair {
        let near: TestStore
        let far: NSPersistentStoreCoordinator
        let shared: NSPersistentStore

        init() throws {
            near = try TestStore()
            let url = near.folder.appendingPathComponent("shared.sqlite")
            far = NSPersistentStoreCoordinator(managedObjectModel: LibraryModel.make())
            for file in [url, near.folder.appendingPathComponent("far.sqlite")] {
                try far.addPersistentStore(type: .sqlite, at: file)
            }
            shared = try near.coordinator.addPersistentStore(type: .sqlite, at: url)
        }

        func farContext() -> NSManagedObjectContext {
            let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            context.persistentStoreCoordinator = far
            return context
        }

        /// A book in each store of `far`, of the same row number.
        func makeFarBooks(in context: NSManagedObjectContext) throws -> [NSManagedObject] {
            try context.performAndWait {
                let books = ["shared", "far"].map { context.make("Book", ["title": $0]) }
                context.assign(books[1], to: far.persistentStores[1])
                try context.save()
                return books
            }
        }

        /// A book in each store of `near`, the shared one's as `far` has made it.
        func makeOwn(in context: NSManagedObjectContext) throws -> NSManagedObject {
            try context.performAndWait {
                let book = context.make("Book", ["title": "own"])
                context.assign(book, to: near.coordinator.persistentStores[0])
                try context.save()
                return book
            }
        }
    }

    @Test func `An ID means the same object where its store is open, and none elsewhere`() throws {
        let pair = try Pair()
        let theirs = pair.farContext()
        let books = try pair.makeFarBooks(in: theirs)
        let ours = pair.near.context()
        let own = try pair.makeOwn(in: ours)
        let ids = books.map(\.objectID)
        try ours.performAndWait {
            let found = try ours.existingObject(with: ids[0])
            #expect(found.text("title") == "shared")
            #expect(found.objectID.persistentStore === pair.shared)
            #expect(ours.object(with: ids[0]) === found)
            #expect(ours.registeredObject(for: ids[0]) === found)
            #expect(throws: CocoaError.self) { try ours.existingObject(with: ids[1]) }
            #expect(ours.registeredObject(for: ids[1]) == nil)
            #expect(own.text("title") == "own")
        }
    }

    @Test func `A predicate with a far object or ID selects it here, or nothing`() throws {
        let pair = try Pair()
        let books = try pair.makeFarBooks(in: pair.farContext())
        let ours = pair.near.context()
        _ = try pair.makeOwn(in: ours)
        try ours.performAndWait {
            for (book, titles) in zip(books, [["shared"], []]) {
                for value in [book, book.objectID] as [Any] {
                    let found = try ours.all(
                        "Book", NSPredicate(format: "SELF == %@", argumentArray: [value]))
                    #expect(found.map { $0.text("title") } == titles)
                }
            }
        }
    }

    @Test func `A batch deletion by far IDs deletes those rows, and no others`() throws {
        let pair = try Pair()
        let ids = try pair.makeFarBooks(in: pair.farContext()).map(\.objectID)
        let ours = pair.near.context()
        _ = try pair.makeOwn(in: ours)
        try ours.performAndWait {
            let request = NSBatchDeleteRequest(objectIDs: ids)
            request.resultType = .resultTypeCount
            let result = try ours.execute(request) as? NSBatchDeleteResult
            #expect(result?.result as? Int == 1)
            #expect(try ours.all("Book").map { $0.text("title") } == ["own"])
        }
    }

    @Test(arguments: [true, false])
    func `A save there is merged here as far as the stores are the same`(isRemote: Bool) throws {
        let pair = try Pair()
        let theirs = pair.farContext()
        let books = try pair.makeFarBooks(in: theirs)
        let ours = pair.near.context()
        let own = try pair.makeOwn(in: ours)
        let seen = try ours.performAndWait { try ours.existingObject(with: books[0].objectID) }
        let saves = NoteRecorder(.NSManagedObjectContextDidSave, theirs)
        try theirs.performAndWait {
            for book in books { theirs.delete(book) }
            try theirs.save()
        }
        let notification = try #require(saves.notes.last)
        if isRemote {
            NSManagedObjectContext.mergeChanges(
                fromRemoteContextSave: notification.userInfo ?? [:], into: [ours])
        } else {
            ours.performAndWait { ours.mergeChanges(fromContextDidSave: notification) }
        }
        ours.performAndWait {
            #expect(seen.isDeleted)
            #expect(!own.isDeleted && own.text("title") == "own")
        }
    }

    @Test func `What an app takes out of a notification is not merged`() throws {
        let store = try TestStore()
        let writer = store.context("writer"), reader = store.context("reader")
        let books = try writer.performAndWait {
            let books = ["a", "b"].map { writer.make("Book", ["title": $0]) }
            try writer.save()
            return books
        }
        let ids = books.map(\.objectID)
        let seen = try reader.performAndWait { try ids.map(reader.existingObject) }
        let saves = NoteRecorder(.NSManagedObjectContextDidSave, writer)
        try writer.performAndWait {
            for book in books { book.setValue(book.text("title")! + "!", forKey: "title") }
            try writer.save()
        }
        var notification = try #require(saves.notes.last)
        notification.userInfo?[NSUpdatedObjectsKey] = Set(books.prefix(1))
        reader.performAndWait {
            reader.mergeChanges(fromContextDidSave: notification)
            #expect(seen.map { $0.text("title") } == ["a!", "b"])
        }
    }

    @Test func `Updates and insertions there are merged by the same rule`() throws {
        let pair = try Pair()
        let theirs = pair.farContext()
        let books = try pair.makeFarBooks(in: theirs)
        let ours = pair.near.context()
        let own = try pair.makeOwn(in: ours)
        let seen = try ours.performAndWait { try ours.existingObject(with: books[0].objectID) }
        let merges = NoteRecorder(.NSManagedObjectContextDidMergeChangesObjectIDs, ours)
        let saves = NoteRecorder(.NSManagedObjectContextDidSave, theirs)
        let added = try theirs.performAndWait {
            for book in books { book.setValue("new", forKey: "title") }
            let added = theirs.make("Book", ["title": "added"])
            try theirs.save()
            return added.objectID
        }
        NSManagedObjectContext.mergeChanges(
            fromRemoteContextSave: try #require(saves.notes.last).userInfo ?? [:], into: [ours])
        try ours.performAndWait {
            #expect(seen.text("title") == "new" && own.text("title") == "own")
            #expect(merges.ids(NSUpdatedObjectIDsKey) == [seen.objectID])
            let same = try ours.existingObject(with: added)
            #expect(merges.ids(NSInsertedObjectIDsKey) == [same.objectID])
            #expect(same.text("title") == "added")
        }
    }

    @Test func `An ID whose store is not here traps where a fault is to be made of it`()
        async throws
    {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let pair = try Pair()
            let id = try pair.makeFarBooks(in: pair.farContext())[1].objectID
            let ours = pair.near.context()
            ours.performAndWait { _ = ours.object(with: id) }
        }
        #expect(try ModelSamples.said(result).contains("is not reachable from the coordinator"))
    }
}
