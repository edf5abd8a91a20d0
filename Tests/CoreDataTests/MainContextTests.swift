import CoreData
import Dispatch
import Execution
import Foundation
import Synchronization
import Testing

/// A main-queue context that is used without `perform`, as code of the main thread does: its event
/// ends when the run loop turns.
@Suite struct `Main-queue contexts` {
    /// Runs a body as one turn of the main queue, then the next turns.
    private func turn(_ body: () throws -> Void) throws {
        let execution = VirtualExecution(seed: 1)
        try execution.run(body)
    }

    private func main(_ store: TestStore) -> NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        context.persistentStoreCoordinator = store.coordinator
        return context
    }

    @Test func `An event ends when the run loop turns`() throws {
        var kept: [Any] = []
        var changes: NoteRecorder?
        try turn {
            let store = try TestStore()
            let context = main(store)
            changes = NoteRecorder(.NSManagedObjectContextObjectsDidChange, context)
            let book = context.make("Book", ["title": "A"])
            book.setValue("B", forKey: "title")
            kept = [store, context, book]
            #expect(changes?.notes.count == 0)
        }
        #expect(changes?.notes.count == 1)
        #expect(changes?.objects(NSInsertedObjectsKey)?.count == 1)
        withExtendedLifetime(kept) {}
    }

    @Test func `What a mutable ordered set's storage holds is announced without a further use`()
        throws
    {
        let song = Make.entity("Song", nil, [])
        let album = Make.entity("Album", nil, [])
        Make.join(
            album, Make.relationship("songs", to: song, many: true, isOrdered: true),
            song, Make.relationship("album", to: album, many: false))
        let execution = VirtualExecution(seed: 1)
        let store = try execution.run { try TestStore(model: Make.model(album, song)) }
        let context = try execution.run { main(store) }
        let object = try execution.run {
            let object = context.make("Album")
            object.mutableOrderedSetValue(forKey: "songs").add(context.make("Song"))
            try context.save()
            return object
        }
        let changes = NoteRecorder(.NSManagedObjectContextObjectsDidChange, context)
        let other = try execution.run { context.make("Song") }
        try execution.run {
            object.mutableOrderedSetValue(forKey: "songs").addObjects(from: [other])
        }
        #expect(changes.notes.count == 2)
        #expect(changes.objects(NSUpdatedObjectsKey)?.contains(object) == true)
    }

    @Test func `Each turn has its event`() throws {
        let execution = VirtualExecution(seed: 1)
        let store = try execution.run { try TestStore() }
        let context = try execution.run { main(store) }
        let changes = NoteRecorder(.NSManagedObjectContextObjectsDidChange, context)
        for count in 1...3 {
            try execution.run { _ = context.make("Book") }
            #expect(changes.notes.count == count)
        }
        try execution.run { _ = context.hasChanges }
        #expect(changes.notes.count == 3)
    }

    @Test func `What an observer changes is announced with the next turn`() throws {
        let execution = VirtualExecution(seed: 1)
        let store = try execution.run { try TestStore() }
        let context = try execution.run { main(store) }
        let tag = try execution.run { context.make("Tag", ["name": "0"]) }
        nonisolated(unsafe) let observed = (context, tag)
        let token = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
        ) { _ in
            let count = "\(observed.0.insertedObjects.count)"
            if observed.1.text("name") != count { observed.1.setValue(count, forKey: "name") }
        }
        defer { NotificationCenter.default.removeObserver(token) }
        let changes = NoteRecorder(.NSManagedObjectContextObjectsDidChange, context)
        try execution.run { _ = context.make("Book") }
        #expect(tag.text("name") == "2")
        #expect(changes.notes.count == 2)
        #expect(changes.objects(NSUpdatedObjectsKey) == [tag])
    }

    @Test func `Delete rules are applied when the run loop turns`() throws {
        var author: NSManagedObject?
        var book: NSManagedObject?
        var kept: [Any] = []
        try turn {
            let store = try TestStore()
            let context = main(store)
            author = context.make("Author", ["name": "Lem"])
            book = context.make("Book", ["author": author])
            try context.save()
            context.delete(book!)
            kept = [store, context]
            #expect(author!.many("books").count == 1)
        }
        #expect(author?.isUpdated == true)
        #expect(author?.many("books").isEmpty == true)
        withExtendedLifetime(kept) {}
    }

    @Test func `Controllers hear of an event when the run loop turns`() throws {
        let recorder = ResultsRecorder()
        var kept: [Any] = []
        try turn {
            let store = try TestStore()
            let context = main(store)
            let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
            request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil,
                cacheName: nil)
            controller.delegate = recorder
            try controller.performFetch()
            context.make("Book", ["title": "A"])
            #expect(recorder.log.isEmpty)
            kept = [store, context, controller]
        }
        #expect(recorder.log == ["will", "insert – 0.0", "did"])
        withExtendedLifetime(kept) {}
    }

    @Test func `What performAndWait changes is announced when the run loop turns`() throws {
        var changes: NoteRecorder?
        var kept: [Any] = []
        try turn {
            let store = try TestStore()
            let context = main(store)
            changes = NoteRecorder(.NSManagedObjectContextObjectsDidChange, context)
            context.performAndWait { _ = context.make("Book") }
            #expect(changes?.notes.count == 0)
            kept = [store, context]
        }
        #expect(changes?.notes.count == 1)
        withExtendedLifetime(kept) {}
    }

    @Test func `A block of perform enqueues no further turn`() throws {
        let blocks = BlockCounter()
        let execution = VirtualExecution(seed: 1, observer: blocks)
        var kept: [Any] = []
        try execution.run {
            let store = try TestStore()
            let context = main(store)
            let unprotected = context
            context.perform {
                unprotected.make("Book")
                try? unprotected.save()
            }
            kept = [store, context]
        }
        // The body's block and that of perform.
        #expect(blocks.count == 2)
        withExtendedLifetime(kept) {}
    }

    @Test func `A push into main is main's under that cause, also from another queue`() throws {
        let spans = SpanRecorder()
        let execution = VirtualExecution(seed: 1, observer: spans)
        var kept: [Any] = []
        try execution.run {
            let store = try TestStore()
            let context = main(store)
            let child = TestStore.child(of: context)
            child.perform {
                child.make("Book")
                try? child.save()
            }
            kept = [store, context, child]
        }
        #expect(spans.causes == [.pushToParent])
        withExtendedLifetime(kept) {}
    }

    @MainActor @Test func `An event ends when Dispatch's main queue turns`() async throws {
        let store = try TestStore()
        let context = main(store)
        let changes = NoteRecorder(.NSManagedObjectContextObjectsDidChange, context)
        context.make("Book")
        #expect(changes.notes.isEmpty)
        await withCheckedContinuation { continuation in
            DispatchQueue.main.async { continuation.resume() }
        }
        #expect(changes.notes.count == 1)
    }
}

/// Records the causes of main's spans, but for those of notifications.
private final class SpanRecorder: ExecutionObserver {
    private let begun = Mutex<[Cause]>([])

    var causes: [Cause] { begun.withLock(\.self) }

    func blockWillBegin(on queue: any ExecutionQueue) {}
    func blockDidEnd(on queue: any ExecutionQueue, isIdle: Bool) {}

    func spanWillBegin(_ cause: Cause) {
        if cause != .notify { begun.withLock { $0.append(cause) } }
    }

    func spanDidEnd(_ cause: Cause) {}
    func waitDidEnd(_ wait: Wait, at instant: Instant) {}
}

/// Counts the blocks of all queues.
private final class BlockCounter: ExecutionObserver {
    private let blocks = Atomic<Int>(0)

    var count: Int { blocks.load(ordering: .relaxed) }

    func blockWillBegin(on queue: any ExecutionQueue) {
        blocks.add(1, ordering: .relaxed)
    }

    func blockDidEnd(on queue: any ExecutionQueue, isIdle: Bool) {}
    func spanWillBegin(_ cause: Cause) {}
    func spanDidEnd(_ cause: Cause) {}
    func waitDidEnd(_ wait: Wait, at instant: Instant) {}
}
