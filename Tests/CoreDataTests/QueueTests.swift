import CoreData
import Execution
import Foundation
import Synchronization
import Testing

@Suite(.inVirtualTime) struct `Queues` {
    private struct Refusal: Error, Equatable {}

    @Test func `perform runs later, in order, and ends with the changes announced`() async throws {
        let store = try TestStore()
        let context = store.context()
        let log = Mutex<[String]>([])
        let token = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
        ) { _ in log.withLock { $0.append("announced") } }
        defer { NotificationCenter.default.removeObserver(token) }
        await withCheckedContinuation { continuation in
            context.performAndWait {
                context.perform {
                    context.make("Book")
                    // Just enqueued: it is not part of this event.
                    context.perform {
                        log.withLock { $0.append("third") }
                        continuation.resume()
                    }
                    log.withLock { $0.append("second") }
                }
                log.withLock { $0.append("first") }
            }
        }
        #expect(log.withLock { $0 } == ["first", "second", "announced", "third"])
    }

    @Test func `performAndWait is no event of its own, and is re-entrant`() throws {
        let store = try TestStore()
        let context = store.context()
        let announced = Mutex(0)
        let token = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
        ) { _ in announced.withLock { $0 += 1 } }
        defer { NotificationCenter.default.removeObserver(token) }
        let value: Int = context.performAndWait {
            context.performAndWait {
                context.make("Book")
                return context.performAndWait { () -> Int in 42 }
            }
        }
        #expect(value == 42)
        #expect(announced.withLock { $0 } == 0)
        context.performAndWait { context.processPendingChanges() }
        #expect(announced.withLock { $0 } == 1)
    }

    @Test func `performAndWait throws what the block throws`() throws {
        let store = try TestStore()
        let context = store.context()
        #expect(throws: Refusal()) { try context.performAndWait { throw Refusal() } }
    }

    @Test func `A nested context reaches its own queue again from its parent's`() throws {
        let store = try TestStore()
        let parent = store.context("parent")
        let child = TestStore.child(of: parent)
        let depth = child.performAndWait {
            parent.performAndWait { child.performAndWait { parent.performAndWait { 4 } } }
        }
        #expect(depth == 4)
    }

    @Test(.timeLimit(.minutes(30)))
    func `Background, main, background is one chain and no deadlock`() throws {
        let store = try TestStore()
        let main = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        main.persistentStoreCoordinator = store.coordinator
        let child = TestStore.child(of: main)
        try child.performAndWait {
            child.make("Book", ["title": "A"])
            let seen = main.performAndWait {
                // A did-save observer on main asks the child again, as apps do.
                child.performAndWait { child.insertedObjects.count }
            }
            #expect(seen == 1)
            try child.save()
            #expect(try child.all("Book").count == 1)
        }
        try main.performAndWait { try main.save() }
        #expect(try store.sql("SELECT ZTITLE FROM ZBOOK") == [["A"]])
    }

    @Test(.onDispatchOnly) @MainActor func `A main-queue context is at home on the main actor`()
        throws
    {
        let store = try TestStore()
        let main = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        main.persistentStoreCoordinator = store.coordinator
        let ran = Mutex(false)
        main.performAndWait { ran.withLock { $0 = Executions.current.isOnMainThread } }
        #expect(ran.withLock { $0 })
        main.make("Book", ["title": "A"])
        try main.save()
        #expect(try store.sql("SELECT count(*) FROM ZBOOK") == [["1"]])
    }

    @Test func `Awaited perform returns values and throws errors`() async throws {
        let store = try TestStore()
        let context = store.context()
        let title = try await context.perform {
            context.make("Book", ["title": "A"])
            try context.save()
            return try context.all("Book").first?.text("title")
        }
        #expect(title == "A")
        await #expect(throws: Refusal()) {
            try await context.perform(schedule: .enqueued) { throw Refusal() }
        }
    }

    @Test func `Awaited perform is an event of its own`() async throws {
        let store = try TestStore()
        let context = store.context()
        let announced = Mutex(0)
        let token = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
        ) { _ in announced.withLock { $0 += 1 } }
        defer { NotificationCenter.default.removeObserver(token) }
        await context.perform { _ = context.make("Book") }
        #expect(announced.withLock { $0 } == 1)
    }

    @Test func `Awaited work comes behind what was enqueued before`() async throws {
        let store = try TestStore()
        let main = NSManagedObjectContext(
            concurrencyType: .mainQueueConcurrencyType)
        main.persistentStoreCoordinator = store.coordinator
        let log = Mutex<[String]>([])
        // The form that does not wait; an async context would choose the other one.
        func enqueue(_ block: @escaping () -> Void) { main.perform(block) }
        enqueue { log.withLock { $0.append("earlier") } }
        await main.perform(schedule: .immediate) { log.withLock { $0.append("immediate") } }
        await main.perform(schedule: .enqueued) { log.withLock { $0.append("enqueued") } }
        #expect(log.withLock { $0 } == ["earlier", "immediate", "enqueued"])
    }

    @Test func `A context with a parent takes no coordinator`() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let store = try TestStore()
            let child = TestStore.child(of: store.context())
            child.persistentStoreCoordinator = store.coordinator
        }
        #expect(said(result, "a parent or a coordinator, not both"))
    }

    @Test func `A context with a coordinator takes no parent`() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let store = try TestStore()
            store.context().parent = store.context()
        }
        #expect(said(result, "a parent or a coordinator, not both"))
    }

    @Test func `A context with neither says how to get one that is ready`() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            context.performAndWait { _ = context.make("Book") }
        }
        #expect(said(result, "neither a parent nor a coordinator"))
        #expect(said(result, "newBackgroundContext()"))
    }

    @Test func `A context without a kind of queue is not made`() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            (ContextMaker.self as any Making.Type).make()
        }
        #expect(said(result, "init(concurrencyType:"))
    }
}

/// Calls deprecated interfaces without the compiler's warning.
private protocol Making {
    static func make()
}

private enum ContextMaker: Making {
    @available(*, deprecated, message: "It calls what is deprecated")
    static func make() { _ = NSManagedObjectContext() }
}
