import CoreData
import Execution
import Foundation
import Testing

/// Contexts that read one state of their store, whatever others commit.
@Suite(.inVirtualTime) struct `Query generations` {
    private let store: TestStore
    private let writer: NSManagedObjectContext
    private let reader: NSManagedObjectContext

    init() throws {
        store = try Histories.store()
        writer = store.context("the writer")
        reader = store.context("the reader")
        try writer.performAndWait {
            for title in ["a", "b"] { writer.make("Folder", ["title": title]) }
            try writer.save()
            writer.reset()
        }
    }

    /// Renames every folder, and adds one.
    private func write(_ title: String) throws {
        try writer.performAndWait {
            for folder in try writer.all("Folder") { folder.setValue(title, forKey: "title") }
            writer.make("Folder", ["title": title])
            try writer.save()
        }
    }

    private func titles(_ context: NSManagedObjectContext) throws -> [String?] {
        try context.performAndWait {
            try context.all("Folder", sortedBy: "title").map { $0.text("title") }
        }
    }

    private func pin(_ context: NSManagedObjectContext) throws {
        try context.performAndWait { try context.setQueryGenerationFrom(.current) }
    }

    @Test func `A pinned context reads one state until it is taken on`() throws {
        try pin(reader)
        // It is fixed by the first read, not by the pin.
        try write("c")
        #expect(try titles(reader) == ["c", "c", "c"])
        try write("d")
        reader.performAndWait { reader.refreshAllObjects() }
        #expect(try titles(reader) == ["c", "c", "c"])
        #expect(try titles(writer) == ["d", "d", "d", "d"])
        try reader.performAndWait {
            #expect(
                try reader.count(for: NSFetchRequest<NSManagedObject>(entityName: "Folder")) == 3)
            let request = NSFetchRequest<NSDictionary>(entityName: "Folder")
            request.resultType = .dictionaryResultType
            request.propertiesToFetch = ["title"]
            let found = try reader.fetch(request).map { $0["title"] as? String }
            #expect(found == ["c", "c", "c"])
            try reader.setQueryGenerationFrom(.current)
            reader.refreshAllObjects()
        }
        #expect(try titles(reader) == ["d", "d", "d", "d"])
        try write("e")
        reader.performAndWait { reader.refreshAllObjects() }
        #expect(try titles(reader) == ["d", "d", "d", "d"])
        try reader.performAndWait {
            try reader.setQueryGenerationFrom(nil)
            reader.refreshAllObjects()
        }
        #expect(try titles(reader) == ["e", "e", "e", "e", "e"])
    }

    @Test func `A fault fires in its context's state, also of a row that was deleted later`() throws
    {
        try pin(reader)
        let folders = try reader.performAndWait {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Folder")
            request.includesPropertyValues = false
            request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
            return try reader.fetch(request)
        }
        try writer.performAndWait {
            let all = try writer.all("Folder", sortedBy: "title")
            all[0].setValue("new", forKey: "title")
            writer.delete(all[1])
            writer.make("Item", ["name": "i", "folder": all[0]])
            try writer.save()
        }
        try reader.performAndWait {
            #expect(folders.map { $0.text("title") } == ["a", "b"])
            #expect(folders[0].many("items").isEmpty)
            #expect(!folders[1].isDeleted)
            let same = try reader.existingObject(with: folders[1].objectID)
            #expect(same === folders[1])
        }
    }

    @Test func `A pinned read leaves the row cache to the others`() throws {
        try pin(reader)
        let pinned = try reader.performAndWait { try reader.all("Folder", sortedBy: "title") }
        try write("new")
        try reader.performAndWait {
            reader.refreshAllObjects()
            #expect(pinned.map { $0.text("title") } == ["a", "b"])
            // What the pinned context reads now is older than what the cache may have.
            _ = try reader.all("Folder")
        }
        let third = store.context("a third")
        try third.performAndWait {
            let object = try third.existingObject(with: pinned[0].objectID)
            #expect(object.text("title") == "new")
        }
    }

    @Test func `Another context's token gives both the same state`() throws {
        try pin(reader)
        #expect(reader.performAndWait { reader.queryGenerationToken } == .current)
        #expect(try titles(reader) == ["a", "b"])
        let token = try #require(reader.performAndWait { reader.queryGenerationToken })
        #expect(token != .current)
        try write("c")
        let other = store.context("another")
        try other.performAndWait { try other.setQueryGenerationFrom(token) }
        #expect(try titles(other) == ["a", "b"])
        #expect(other.performAndWait { other.queryGenerationToken } == token)
        // The state outlives the context that began it.
        reader.performAndWait { reader.reset() }
        #expect(try titles(reader) == ["c", "c", "c"])
        other.performAndWait { other.refreshAllObjects() }
        #expect(try titles(other) == ["a", "b"])
    }

    @Test func `Save, merges and reset take a pinned context on, batch requests do not`() throws {
        func move(_ body: () throws -> Void) throws -> [String?] {
            try pin(reader)
            _ = try titles(reader)
            try writer.performAndWait {
                _ = try writer.execute(
                    NSBatchInsertRequest(entityName: "Folder", objects: [["title": "x"]]))
            }
            let before = try titles(reader).count
            try reader.performAndWait(body)
            return Array(try titles(reader).dropFirst(before))
        }
        #expect(try move { reader.reset() } == ["x"])
        #expect(
            try move {
                reader.make("Item")
                try reader.save()
            } == ["x"])
        #expect(
            try move {
                let note = Notification(name: Notification.Name("a save"), object: nil)
                reader.mergeChanges(fromContextDidSave: note)
            } == ["x"])
        #expect(
            try move {
                NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [:], into: [reader])
            } == ["x"])
        #expect(
            try move {
                let update = NSBatchUpdateRequest(entityName: "Folder")
                update.propertiesToUpdate = ["title": "x"]
                try reader.execute(update)
            }.isEmpty)
    }

    @Test func `A merge reads the newest state`() throws {
        try pin(reader)
        let folders = try reader.performAndWait { () -> [NSManagedObject] in
            reader.automaticallyMergesChangesFromParent = true
            return try reader.all("Folder", sortedBy: "title")
        }
        reader.performAndWait { #expect(folders.map { $0.text("title") } == ["a", "b"]) }
        try write("c")
        // The merge was enqueued by the save.
        reader.performAndWait { #expect(folders.map { $0.text("title") } == ["c", "c"]) }
    }

    @Test func `A save of a pinned context meets the newest rows`() throws {
        try pin(reader)
        let folder = try reader.performAndWait { try reader.all("Folder", sortedBy: "title")[0] }
        try write("c")
        try reader.performAndWait {
            folder.setValue("mine", forKey: "title")
            let error = #expect(throws: NSError.self) { try reader.save() }
            #expect(error?.code == NSManagedObjectMergeError)
            reader.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            try reader.save()
        }
        #expect(try titles(writer).contains("c"))
        #expect(try store.sql("SELECT ZTITLE FROM ZFOLDER WHERE Z_PK = 1") == [["mine"]])
    }

    @Test func `A did-save notification has the token of the state after the save`() throws {
        let notes = NoteRecorder(.NSManagedObjectContextDidSave, reader)
        try pin(reader)
        try reader.performAndWait {
            reader.make("Folder", ["title": "new"])
            try reader.save()
        }
        let token = try #require(
            notes.notes.last?.userInfo?[NSManagedObjectContextQueryGenerationKey]
                as? NSQueryGenerationToken)
        try write("c")
        let other = store.context("another")
        try other.performAndWait { try other.setQueryGenerationFrom(token) }
        #expect(try titles(other) == ["a", "b", "new"])
        try reader.performAndWait {
            try reader.setQueryGenerationFrom(nil)
            reader.make("Folder")
            try reader.save()
        }
        #expect(notes.notes.last?.userInfo?[NSManagedObjectContextQueryGenerationKey] == nil)
    }

    @Test func `A child reads its parent's state, and has no token`() throws {
        try pin(reader)
        #expect(try titles(reader) == ["a", "b"])
        try write("c")
        let child = TestStore.child(of: reader)
        #expect(child.performAndWait { child.queryGenerationToken } == nil)
        #expect(try titles(child) == ["a", "b"])
        try child.performAndWait {
            let folder = try child.all("Folder", sortedBy: "title")[1]
            #expect(folder.many("items").isEmpty)
            folder.setValue("by the child", forKey: "title")
            try child.save()
        }
        #expect(try titles(reader) == ["a", "by the child"])
    }

    @Test func `An asynchronous fetch reads its context's state`() throws {
        try pin(reader)
        #expect(try titles(reader) == ["a", "b"])
        try write("c")
        let gate = Gate("the fetch")
        nonisolated(unsafe) var found: [NSNumber] = []
        try reader.performAndWait {
            let request = NSFetchRequest<NSNumber>(entityName: "Folder")
            request.resultType = .countResultType
            let asynchronous = NSAsynchronousFetchRequest(fetchRequest: request) { result in
                found = result.finalResult ?? []
                gate.open()
            }
            try reader.execute(asynchronous)
        }
        gate.pass()
        #expect(found == [2])
    }

    @Test func `A batch that is read later is of the pinned state`() throws {
        try pin(reader)
        try reader.performAndWait {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Folder")
            request.fetchBatchSize = 1
            request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
            let folders = try reader.fetch(request)
            try write("c")
            #expect(folders.map { $0.text("title") } == ["a", "b"])
        }
    }

    @Test func `Checkpoints do not break a pinned reader`() throws {
        let store = try Histories.store([SQLiteStoreOption.checkpointThreshold: 1])
        let writer = store.context("the writer"), reader = store.context("the reader")
        try writer.performAndWait {
            writer.make("Folder", ["title": "first"])
            try writer.save()
        }
        try pin(reader)
        #expect(try titles(reader) == ["first"])
        for round in 0..<50 {
            try writer.performAndWait {
                for folder in try writer.all("Folder") {
                    folder.setValue("\(round)", forKey: "title")
                }
                writer.make("Folder", ["title": String(repeating: "x", count: 5_000)])
                try writer.save()
            }
            reader.performAndWait { reader.refreshAllObjects() }
            #expect(try titles(reader) == ["first"])
        }
        reader.performAndWait { reader.reset() }
        #expect(try titles(reader).count == 51)
    }

    @Test func `A store without a log, or in memory, is read unpinned`() throws {
        let modes: [[AnyHashable: Any]] = [
            [NSSQLitePragmasOption: ["journal_mode": "DELETE"]],
            [NSSQLitePragmasOption: ["journal_mode": "TRUNCATE"]],
        ]
        let files = try modes.map { try TestStore(model: Histories.model(), options: $0) }
        defer { withExtendedLifetime(files) {} }
        var stores = files.map(\.coordinator)
        let memory = NSPersistentStoreCoordinator(managedObjectModel: Histories.model())
        try memory.addPersistentStore(
            ofType: NSInMemoryStoreType, configurationName: nil, at: nil, options: nil)
        stores.append(memory)
        for coordinator in stores {
            let contexts = (0..<2).map { _ in
                let context = NSManagedObjectContext(
                    concurrencyType: .privateQueueConcurrencyType)
                context.persistentStoreCoordinator = coordinator
                return context
            }
            try pin(contexts[0])
            #expect(contexts[0].performAndWait { contexts[0].queryGenerationToken } == nil)
            #expect(try titles(contexts[0]).isEmpty)
            try contexts[1].performAndWait {
                contexts[1].make("Folder", ["title": "a"])
                try contexts[1].save()
            }
            #expect(try titles(contexts[0]) == ["a"])
        }
    }

    @Test func `A token of another coordinator is an error`() throws {
        let other = try Histories.store().context()
        try pin(reader)
        _ = try titles(reader)
        let token = reader.performAndWait { reader.queryGenerationToken }
        let error = #expect(throws: NSError.self) {
            try other.performAndWait { try other.setQueryGenerationFrom(token) }
        }
        #expect(error?.code == NSPersistentStoreOperationError)
    }

    @Test func `What is pinned to a removed store throws, and a new pin does not`() throws {
        try pin(reader)
        _ = try titles(reader)
        try store.close()
        #expect(throws: NSError.self) { try titles(reader) }
        try store.coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: store.url,
            options: Histories.options)
        try pin(reader)
        #expect(try titles(reader) == ["a", "b"])
    }

    @Test func `The current token is archived, another is not`() throws {
        func archived(_ token: NSQueryGenerationToken) throws -> NSQueryGenerationToken? {
            let data = try NSKeyedArchiver.archivedData(
                withRootObject: token, requiringSecureCoding: true)
            return try? NSKeyedUnarchiver.unarchivedObject(
                ofClass: NSQueryGenerationToken.self, from: data)
        }
        #expect(try archived(.current) == .current)
        try pin(reader)
        _ = try titles(reader)
        let token = try #require(reader.performAndWait { reader.queryGenerationToken })
        #expect(try archived(token) == nil)
    }

    @Test func `A nested context is not pinned`() async {
        await #expect(processExitsWith: .failure) {
            let store = try Histories.store()
            let child = TestStore.child(of: store.context())
            try child.performAndWait { try child.setQueryGenerationFrom(.current) }
        }
    }

    @Test func `Without a pin no statement is run for it`() throws {
        let counter = StatementCounter(store.coordinator)
        #expect(try titles(writer) == ["a", "b"])
        #expect(counter.take().count == 1)
    }
}
