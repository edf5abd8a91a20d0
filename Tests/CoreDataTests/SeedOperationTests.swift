import CoreData
import Execution
import Foundation
import Synchronization
import Testing

/// ASJCoreDataOperation: an operation on a private context, merged into main when it saves.
@Suite struct `Operations on a private context` {
    /// Renames the note “old”, and inserts others.
    private final class ImportNotes: CoreDataOperation, @unchecked Sendable {
        private(set) var ranOnMain: Bool?
        private(set) var failure: (any Error)?

        override func coreDataOperation() {
            ranOnMain = Executions.current.isOnMainThread
            do {
                let request = Note.fetchRequest()
                request.predicate = NSPredicate(format: "title == 'old'")
                for note in try privateMoc.fetch(request) { note.title = "renamed" }
                for title in ["x", "y"] { Note(context: privateMoc).title = title }
                try privateMoc.save()
            } catch {
                failure = error
            }
        }
    }

    private let store: TestStore
    private let mainMoc: NSManagedObjectContext

    init() throws {
        store = try TestStore(model: Note.model())
        mainMoc = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        mainMoc.persistentStoreCoordinator = store.coordinator
        let maker = store.context("maker")
        try maker.performAndWait {
            Note(context: maker).title = "old"
            try maker.save()
        }
    }

    /// Runs an operation in a queue of its own until it has ended and main has merged.
    private func run(_ operation: CoreDataOperation) async {
        let operationQueue = OperationQueue()
        await withCheckedContinuation { continuation in
            operation.saveBlock = { continuation.resume() }
            operationQueue.addOperation(operation)
        }
        await withCheckedContinuation { continuation in
            operationQueue.addBarrierBlock { continuation.resume() }
        }
    }

    @Test(arguments: [true, false])
    func `It runs off main, and its save reaches the store and main`(isGiven: Bool) async throws {
        let held = try await mainMoc.perform {
            try #require(try mainMoc.fetch(Note.fetchRequest()).first)
        }
        #expect(await mainMoc.perform { held.title } == "old")
        let log = SaveLog(store.coordinator)
        let operation = ImportNotes(
            privateMoc: isGiven ? store.context("given") : nil, mainMoc: mainMoc)
        await run(operation)
        #expect(operation.ranOnMain == false)
        #expect(operation.failure == nil)
        #expect(log.entries == ["private off main"])
        #expect(
            try store.sql("SELECT ZTITLE FROM ZNOTE ORDER BY 1") == [["renamed"], ["x"], ["y"]])
        #expect(await mainMoc.perform { held.title } == "renamed")
    }

    @Test func `A results controller on main follows the merge`() async throws {
        let recorder = ResultsRecorder()
        let controller = try await mainMoc.perform {
            let request = Note.fetchRequest()
            request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: mainMoc, sectionNameKeyPath: nil,
                cacheName: nil)
            controller.delegate = recorder
            try controller.performFetch()
            return controller
        }
        await run(ImportNotes(privateMoc: nil, mainMoc: mainMoc))
        await mainMoc.perform(schedule: .enqueued) {
            #expect(controller.fetchedObjects?.map(\.title) == ["renamed", "x", "y"])
            #expect(recorder.take().first == "will")
        }
    }

    @Test func `Without the merge main keeps what it has`() async throws {
        let held = try await mainMoc.perform {
            try #require(try mainMoc.fetch(Note.fetchRequest()).first)
        }
        #expect(await mainMoc.perform { held.title } == "old")
        let privateMoc = store.context("unmerged")
        try await privateMoc.perform {
            try privateMoc.fetch(Note.fetchRequest()).first?.title = "renamed"
            try privateMoc.save()
        }
        #expect(await mainMoc.perform(schedule: .enqueued) { held.title } == "old")
        #expect(try store.sql("SELECT ZTITLE FROM ZNOTE") == [["renamed"]])
    }

    @Test func `In a conflict the operation's values win, property by property`() async throws {
        let privateMoc = store.context("importer")
        let mine = try await privateMoc.perform {
            let note = try #require(try privateMoc.fetch(Note.fetchRequest()).first)
            #expect(note.title == "old")
            return note
        }
        try await mainMoc.perform {
            let note = try mainMoc.fetch(Note.fetchRequest()).first
            note?.title = "main"
            note?.contents = "main"
            try mainMoc.save()
        }
        privateMoc.mergePolicy = NSMergeByPropertyObjectTrumpMergePolicy
        try await privateMoc.perform {
            mine.title = "private"
            try privateMoc.save()
        }
        #expect(
            try store.sql("SELECT ZTITLE, ZCONTENTS FROM ZNOTE") == [["private", "main"]])
    }

    @Test func `The completion block comes when the operation has ended`() async throws {
        let operation = ImportNotes(privateMoc: nil, mainMoc: mainMoc)
        await withCheckedContinuation { continuation in
            operation.completionBlock = { continuation.resume() }
            OperationQueue().addOperation(operation)
        }
        #expect(operation.isFinished)
        #expect(try store.sql("SELECT count(*) FROM ZNOTE") == [["3"]])
    }

    @Test func `A subclass must say what is done`() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let store = try TestStore(model: Note.model())
            CoreDataOperation(privateMoc: nil, mainMoc: store.context()).main()
        }
        #expect(said(result, "override coreDataOperation()"))
    }
}
