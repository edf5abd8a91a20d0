import CoreData
import Foundation
import Synchronization
import Testing

/// A context informs the observer that measures it, and makes nothing for absent observers.
@Suite struct `The observer of a context` {
    /// Counts events with changed objects, and keeps whether merges brought an object.
    private final class Watcher: ContextObserver {
        struct Seen: Equatable {
            var changes = 0
            var merges: [Bool] = []
        }

        let seen = Mutex(Seen())
        let wanted = Mutex<NSManagedObjectID?>(nil)

        func contextDidChange(_ context: NSManagedObjectContext) {
            seen.withLock { $0.changes += 1 }
        }

        func contextDidMerge(_ changes: MergedChanges, into context: NSManagedObjectContext) {
            let id = wanted.withLock { $0 }
            seen.withLock { $0.merges.append(id.map(changes.insertedObject) ?? false) }
        }
    }

    /// Saves a book in one context, and has it merged into another.
    private static func insert(
        _ store: TestStore, into main: NSManagedObjectContext, _ watcher: Watcher
    ) throws -> Watcher.Seen {
        let worker = store.context("worker")
        try worker.performAndWait {
            let book = worker.make("Book", ["title": "A"])
            try worker.obtainPermanentIDs(for: [book])
            watcher.wanted.withLock { $0 = book.objectID }
            try worker.save()
        }
        // The merge stands in main's queue already; this block comes behind it.
        main.performAndWait {}
        return watcher.seen.withLock { $0 }
    }

    /// In a process of its own, in which no test has read a notification's name.
    @Test func `What was inserted elsewhere is made a fault where somebody can have it`() async {
        await #expect(processExitsWith: .success) {
            let store = try TestStore()
            let main = store.context("main")
            let watcher = Watcher()
            main.observer = watcher
            main.automaticallyMergesChangesFromParent = true
            // No observer can have it: no event, and yet the merge reports it.
            #expect(try Self.insert(store, into: main, watcher) == .init(merges: [true]))

            main.performAndWait { main.retainsRegisteredObjects = true }
            let retained = try Self.insert(store, into: main, watcher)
            #expect(retained == .init(changes: 1, merges: [true, true]))
            main.performAndWait {
                #expect(main.registeredObjects.count == 1)
                main.retainsRegisteredObjects = false
            }
            #expect(main.performAndWait { main.registeredObjects.isEmpty })

            _ = Notification.Name.NSManagedObjectContextObjectsDidChange
            let heard = try Self.insert(store, into: main, watcher)
            #expect(heard == .init(changes: 2, merges: [true, true, true]))
        }
    }

    /// In a process of its own, whose names no test reads meanwhile.
    @Test func `Forgotten notifications are posted again only when they are asked for`() async {
        await #expect(processExitsWith: .success) {
            func isPosted() throws -> Bool {
                let store = try TestStore()
                let main = store.context("main")
                let watcher = Watcher()
                main.observer = watcher
                main.automaticallyMergesChangesFromParent = true
                return try Self.insert(store, into: main, watcher).changes > 0
            }
            _ = Notification.Name.NSManagedObjectContextObjectsDidChange
            var posts = [try isPosted()]
            NSManagedObjectContext.forgetObservedNotifications()
            posts.append(try isPosted())
            _ = Notification.Name.NSManagedObjectContextObjectsDidChange
            posts.append(try isPosted())
            #expect(posts == [true, false, true])
        }
    }

    @Test func `A merge tells an observer of what it brought, and of nothing else`() throws {
        let store = try TestStore()
        let main = store.context("main")
        let watcher = Watcher()
        main.observer = watcher
        main.automaticallyMergesChangesFromParent = true
        #expect(try Self.insert(store, into: main, watcher).merges == [true])
        let worker = store.context("other")
        try worker.performAndWait {
            worker.make("Book", ["title": "B"])
            try worker.save()
        }
        main.performAndWait {}
        #expect(watcher.seen.withLock { $0.merges } == [true, false])
    }
}
