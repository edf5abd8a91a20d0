import CoreData
import Dispatch
import Foundation
import Testing

/// The ways in which code leaves a context's queue, with the checks on and off.
///
/// The process of an exit test gets no launch arguments of ours; `force` stands for the argument.
@Suite struct `Concurrency debugging` {
    /// Whether a process died of a check that names a context, its queue and the way out.
    private func trapped(
        _ result: ExitTest.Result?, _ context: String, on queue: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        let sentences = [
            "CoreData concurrency debugging:",
            "its context “\(context)” lives on “\(queue)”",
            "perform or performAndWait of that context",
            "pass the objectID and ask the other context for object(with:)",
        ]
        for sentence in sentences where !text.contains(sentence) {
            Issue.record(
                "“\(sentence)” is missing in: \(text.prefix(600))", sourceLocation: sourceLocation)
        }
    }

    // MARK: Objects and IDs in a notification

    @Test func `An object that a did-save handler takes to main traps there`() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            ConcurrencyDebugging.force(true)
            try await Mistakes.takeObjectToMain()
        }
        trapped(result, "importer", on: "importer")
    }

    @Test func `Its ID taken to main is right`() async {
        await #expect(processExitsWith: .success) {
            ConcurrencyDebugging.force(true)
            let address = try await Mistakes.takeIDToMain()
            #expect(address == "London")
        }
    }

    @Test func `Merging on the saver's queue instead of main's traps`() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            ConcurrencyDebugging.force(true)
            try await Mistakes.mergeOnSaversQueue()
        }
        trapped(result, "viewContext", on: "main")
    }

    // MARK: Another context in a background task

    @Test func `The view context fetched from in a background task traps`() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            ConcurrencyDebugging.force(true)
            try await Mistakes.fetchFromViewContextInTask()
        }
        trapped(result, "viewContext", on: "main")
        #expect(said(result, "fetch(_:) of the context was called on “a background context of"))
    }

    @Test func `An object made in the view context by a background task traps`() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            ConcurrencyDebugging.force(true)
            let stack = try PeopleImport.stack()
            let view = stack.persistentContainer.viewContext
            await stack.persistentContainer.performBackgroundTask { _ in
                _ = Person(context: view)
            }
        }
        trapped(result, "viewContext", on: "main")
    }

    // MARK: A child without a parent

    @Test func `A child whose parent was forgotten says so when it is used, checked or not`() async
    {
        let checked = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            ConcurrencyDebugging.force(true)
            await Mistakes.useChildWithoutParent()
        }
        let unchecked = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            ConcurrencyDebugging.force(false)
            await Mistakes.useChildWithoutParent()
        }
        for result in [checked, unchecked] {
            #expect(said(result, "The context “orphan” has neither a parent nor a coordinator"))
            #expect(said(result, "Set `parent` or `persistentStoreCoordinator`"))
        }
    }

    @Test func `So does a fetch in it`() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            ConcurrencyDebugging.force(false)
            let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            child.name = "orphan"
            try child.performAndWait { _ = try child.fetch(Person.fetchRequest()) }
        }
        #expect(said(result, "The context “orphan” has neither a parent nor a coordinator"))
    }

    // MARK: Asynchronous fetches

    @Test func `An asynchronous fetch executed off its queue traps`() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            ConcurrencyDebugging.force(true)
            let stack = try PeopleImport.stack()
            try PeopleScreen(stack.persistentContainer).load {}
        }
        trapped(result, "unnamed", on: "a background context of Stack")
        #expect(said(result, "execute(_:) of the context"))
    }

    @Test func `What it found traps when main reads it`() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            ConcurrencyDebugging.force(true)
            _ = try await Mistakes.readFetchedPeopleOnMain()
        }
        trapped(result, "fetcher", on: "fetcher")
    }

    @Test(.timeLimit(.minutes(30)))
    func `What it found is of no use once its context is gone, checked or not`() async {
        let checked = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            ConcurrencyDebugging.force(true)
            try await Mistakes.readPeopleWithoutContext()
        }
        let unchecked = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            ConcurrencyDebugging.force(false)
            try await Mistakes.readPeopleWithoutContext()
        }
        for result in [checked, unchecked] {
            #expect(said(result, "Person of Person is a fault and outlived its context"))
            #expect(said(result, "Keep its objectID"))
        }
    }

    // MARK: Objects handed out of a private context

    @Test func `What a completion handed out of a private context traps elsewhere`() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            ConcurrencyDebugging.force(true)
            _ = try await Mistakes.readPlaylistsOnMain()
        }
        trapped(result, "playlists", on: "playlists")
    }

    @Test func `Within the completion, and given back to the manager, it is right`() async {
        await #expect(processExitsWith: .success) {
            ConcurrencyDebugging.force(true)
            let manager = PlaylistManager(try CoreDataStack(SongTable.model()))
            try await Background.run {
                manager.createPlaylist(name: "A")
                var found: Playlist?
                manager.fetchAllPlaylists { playlists in
                    found = playlists?.first
                    #expect(found?.name == "A")
                }
                manager.updatePlaylist(playlist: try #require(found), newName: "B")
            }
            #expect(try manager.coreDataStack.sql("SELECT ZNAME FROM ZPLAYLIST") == [["B"]])
        }
    }

    // MARK: Off and on

    /// Runs where the whole suite does with the argument, and proves that it was heard.
    @Test(.enabled(if: Self.isRequested, "no launch argument of this process asks for it"))
    func `The launch argument switches it on`() {
        #expect(ConcurrencyDebugging.isEnabled)
    }

    private static var isRequested: Bool {
        CommandLine.arguments.contains("-com.apple.CoreData.ConcurrencyDebug")
    }

    @Test func `Off, nothing traps`() async {
        await #expect(processExitsWith: .success) {
            ConcurrencyDebugging.force(false)
            #expect(try await Mistakes.takeObjectToMain() == "London")
            #expect(try await Mistakes.takeIDToMain() == "London")
            try await Mistakes.mergeOnSaversQueue()
            #expect(try await Mistakes.fetchFromViewContextInTask() == 0)
            #expect(try await Mistakes.readFetchedPeopleOnMain() == [14, 36])
            #expect(try await Mistakes.readPlaylistsOnMain() == ["A"])
        }
    }

    @Test func `It cannot be switched after it was read`() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            ConcurrencyDebugging.force(true)
            ConcurrencyDebugging.force(false)
        }
        #expect(said(result, "was read before it was forced"))
    }
}
