import CoreData
import Dispatch
import Execution
import Foundation
import Synchronization
import Testing

/// The Core Data chapter of “Concurrency by Tutorials”: imports, asynchronous fetches, and objects
/// shared by ID.
@Suite struct `Importing and showing people` {
    @Test func `A background task imports off main, and main finds the people`() async throws {
        let stack = try PeopleImport.stack()
        let log = SaveLog(stack.persistentContainer.persistentStoreCoordinator)
        #expect(await PeopleImport.run(stack.persistentContainer) == false)
        #expect(
            try stack.sql("SELECT ZNAME, ZAGE, ZADDRESS FROM ZPERSON ORDER BY ZNAME") == [
                ["Ada", "36", "London"], ["Bo", "12", "Malmö"], ["Cy", "14", "Athens"],
            ])
        #expect(log.entries == ["private off main"])
        let view = stack.persistentContainer.viewContext
        let count = try await view.perform { try view.count(for: Person.fetchRequest()) }
        #expect(count == 3)
    }

    @Test func `A child of the view context saves into it, and it into the store`() async throws {
        let stack = try PeopleImport.stack()
        let view = stack.persistentContainer.viewContext
        let childContext = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        childContext.parent = stack.persistentContainer.viewContext
        try await childContext.perform {
            #expect(!Executions.current.isOnMainThread)
            for json in PeopleImport.json { Person(context: childContext).populate(from: json) }
            try childContext.save()
        }
        #expect(await view.perform { view.insertedObjects.count } == 3)
        #expect(try stack.sql("SELECT count(*) FROM ZPERSON") == [["0"]])
        try await view.perform { try view.save() }
        #expect(try stack.sql("SELECT count(*) FROM ZPERSON") == [["3"]])
    }

    @Test func `An asynchronous fetch fills the table, and main is told`() async throws {
        let stack = try PeopleImport.stack()
        _ = await PeopleImport.run(stack.persistentContainer)
        let screen = PeopleScreen(stack.persistentContainer)
        let onMain = try await withCheckedThrowingContinuation { continuation in
            do {
                try screen.loadOnQueue {
                    continuation.resume(returning: Executions.current.isOnMainThread)
                }
            } catch { continuation.resume(throwing: error) }
        }
        #expect(onMain)
        #expect(screen.tableData.count == 2)
    }

    @Test func `Executed off its queue it works as well while nobody checks`() async {
        await #expect(processExitsWith: .success) {
            ConcurrencyDebugging.force(false)
            let stack = try PeopleImport.stack()
            _ = await PeopleImport.run(stack.persistentContainer)
            let screen = PeopleScreen(stack.persistentContainer)
            try await withCheckedThrowingContinuation { continuation in
                do { try screen.load { continuation.resume() } } catch {
                    continuation.resume(throwing: error)
                }
            } as Void
            #expect(screen.tableData.count == 2)
        }
    }

    @Test func `Main asks its own context for the object of an ID`() async throws {
        let stack = try PeopleImport.stack()
        let container = stack.persistentContainer
        _ = await PeopleImport.run(container)
        let objectId = try await container.performBackgroundTask { context in
            let request = Person.fetchRequest()
            request.predicate = NSPredicate(format: "name == 'Cy'")
            return try #require(try context.fetch(request).first).objectID
        }
        let screen = PeopleScreen(container)
        await withCheckedContinuation { continuation in
            screen.show(objectId) { continuation.resume() }
        }
        #expect(screen.addressLabel == "Athens")
    }

    @Test func `A notification that carries an ID reaches the object on main`() async throws {
        let stack = try PeopleImport.stack()
        let container = stack.persistentContainer
        let generated = Notification.Name("CoreDataTests.generated")
        let screen = PeopleScreen(container)
        await withCheckedContinuation { continuation in
            let token = NotificationCenter.default.addObserver(
                forName: generated, object: stack, queue: nil
            ) { note in
                guard let objectId = note.userInfo?["id"] as? NSManagedObjectID else { return }
                screen.show(objectId) { continuation.resume() }
            }
            container.performBackgroundTask { context in
                let person = Person(context: context)
                person.populate(from: PeopleImport.json[0])
                try? context.save()
                NotificationCenter.default.post(
                    name: generated, object: stack, userInfo: ["id": person.objectID])
                NotificationCenter.default.removeObserver(token)
            }
        }
        #expect(screen.addressLabel == "London")
    }
}
