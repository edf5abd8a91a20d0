import CoreData
import Execution
import Foundation
import Testing

@Suite(.inVirtualTime) struct `Containers` {
    /// A container with a loaded store in a folder of its own; the folder goes with the fixture.
    private final class Fixture: @unchecked Sendable {
        let folder: URL
        let container: NSPersistentContainer

        init() throws {
            folder = FileManager.default.temporaryDirectory
                .appendingPathComponent("container-tests-\(UUID().uuidString)")
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true)
            container = NSPersistentContainer(
                name: "Library", managedObjectModel: LibraryModel.make())
            container.persistentStoreDescriptions = [
                NSPersistentStoreDescription(url: folder.appendingPathComponent("a.sqlite"))
            ]
            var failure: (any Error)?
            container.loadPersistentStores { _, error in failure = error }
            if let failure { throw failure }
        }

        deinit {
            try? FileManager.default.removeItem(at: folder)
        }
    }

    @Test func `Loading again opens what is not open yet`() throws {
        let fixture = try Fixture()
        let container = fixture.container
        let second = NSPersistentStoreDescription(url: fixture.folder)
        let memory = NSPersistentStoreDescription()
        memory.type = NSInMemoryStoreType
        container.persistentStoreDescriptions += [second, memory]
        var told: [Bool] = []
        container.loadPersistentStores { _, error in told.append(error == nil) }
        #expect(told == [false, true])
        second.url = fixture.folder.appendingPathComponent("b.sqlite")
        told = []
        container.loadPersistentStores { _, error in told.append(error == nil) }
        #expect(told == [true])
        #expect(container.persistentStoreCoordinator.persistentStores.count == 3)
    }

    @Test func `A description says where the store lies and how it is opened`() throws {
        let fixture = try Fixture()
        let stores = fixture.container.persistentStoreCoordinator.persistentStores
        #expect(stores.map(\.url) == [fixture.folder.appendingPathComponent("a.sqlite")])
        #expect(stores.map(\.type) == [NSSQLiteStoreType])
        #expect(fixture.container.name == "Library")
        #expect(fixture.container.viewContext.concurrencyType == .mainQueueConcurrencyType)
    }

    @Test func `Without a description the store is named after the container`() {
        let container = NSPersistentContainer(
            name: "Library", managedObjectModel: LibraryModel.make())
        #expect(
            container.persistentStoreDescriptions.first?.url?.lastPathComponent == "Library.sqlite")
    }

    @Test func `A store that cannot be opened is told to the block`() throws {
        let container = NSPersistentContainer(
            name: "Library", managedObjectModel: LibraryModel.make())
        container.persistentStoreDescriptions = [
            NSPersistentStoreDescription(url: URL(fileURLWithPath: "/nowhere/at/all/a.sqlite"))
        ]
        var failures: [NSError?] = []
        container.loadPersistentStores { _, error in failures.append(error as NSError?) }
        #expect(failures.map { $0?.code } == [NSPersistentStoreOpenError])
    }

    @Test func `The view context is on the main queue, background ones are not`() async throws {
        let fixture = try Fixture()
        let container = fixture.container
        let view = await container.viewContext.perform { Executions.current.isOnMainThread }
        #expect(view)
        let background = container.newBackgroundContext()
        #expect(background.concurrencyType == .privateQueueConcurrencyType)
        #expect(background.persistentStoreCoordinator === container.persistentStoreCoordinator)
        let isMain = await background.perform { Executions.current.isOnMainThread }
        #expect(!isMain)
    }

    @Test func `A background task has a context of its own, later`() async throws {
        let fixture = try Fixture()
        let container = fixture.container
        await withCheckedContinuation { continuation in
            container.performBackgroundTask { context in
                context.make("Book", ["title": "A"])
                try? context.save()
                continuation.resume()
            }
        }
        let count = try await container.performBackgroundTask { try $0.all("Book").count }
        #expect(count == 1)
        await #expect(throws: CocoaError.self) {
            try await container.performBackgroundTask { _ in throw CocoaError(.fileNoSuchFile) }
        }
    }

    @Test func `The view context merges background saves when it is told to`() async throws {
        let fixture = try Fixture()
        let container = fixture.container
        let view = container.viewContext
        view.automaticallyMergesChangesFromParent = true
        let id = try await container.performBackgroundTask { context in
            let book = context.make("Book", ["title": "A"])
            try context.save()
            return book.objectID
        }
        nonisolated(unsafe) let held = await view.perform { view.object(with: id) }
        #expect(await view.perform { held.text("title") } == "A")
        try await container.performBackgroundTask { context in
            context.object(with: id).setValue("B", forKey: "title")
            try context.save()
        }
        // The merge stands in the main queue already; this block comes behind it.
        #expect(await view.perform(schedule: .enqueued) { held.text("title") } == "B")
    }

    @Test func `A view context left alone keeps what it has`() async throws {
        let fixture = try Fixture()
        let container = fixture.container
        let view = container.viewContext
        let id = try await container.performBackgroundTask { context in
            let book = context.make("Book", ["title": "A"])
            try context.save()
            return book.objectID
        }
        nonisolated(unsafe) let held = await view.perform { view.object(with: id) }
        #expect(await view.perform { held.text("title") } == "A")
        try await container.performBackgroundTask { context in
            context.object(with: id).setValue("B", forKey: "title")
            try context.save()
        }
        #expect(await view.perform(schedule: .enqueued) { held.text("title") } == "A")
    }
}
