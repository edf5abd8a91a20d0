import CoreData
import Dispatch
import Foundation

/// Frequent mistakes with contexts and queues, each as an app would write it.
///
/// A mistake ends when the damage is done. Nothing runs at the same time, so that it works without
/// the checks.
enum Mistakes {
    private static let saved = Notification.Name("CoreDataTests.saved")

    /// Saves a person on a private queue and lets a handler of the save bring something of it to
    /// main, where it is read.
    private static func afterSave<T: Sendable>(
        _ take: @escaping @Sendable (Person) -> T,
        readOnMain: @escaping @Sendable (NSPersistentContainer, T) -> String?
    ) async throws -> String? {
        let stack = try PeopleImport.stack()
        let container = stack.persistentContainer
        let context = container.newBackgroundContext()
        context.name = "importer"
        return await withCheckedContinuation { continuation in
            let token = NotificationCenter.default.addObserver(
                forName: .NSManagedObjectContextDidSave, object: context, queue: nil
            ) { note in
                let inserted = note.userInfo?[NSInsertedObjectsKey] as? Set<NSManagedObject>
                guard let person = inserted?.first as? Person else { return }
                let taken = take(person)
                DispatchQueue.main.async {
                    continuation.resume(returning: readOnMain(stack.persistentContainer, taken))
                }
            }
            context.perform {
                Person(context: context).populate(from: PeopleImport.json[0])
                try? context.save()
                NotificationCenter.default.removeObserver(token)
            }
        }
    }

    /// Carries what must not be carried.
    private struct Smuggled<T>: @unchecked Sendable {
        let value: T
    }

    @discardableResult
    static func takeObjectToMain() async throws -> String? {
        try await afterSave {
            Smuggled(value: $0)
        } readOnMain: { _, person in
            person.value.address
        }
    }

    static func takeIDToMain() async throws -> String? {
        try await afterSave {
            $0.objectID
        } readOnMain: { container, id in
            (container.viewContext.object(with: id) as? Person)?.address
        }
    }

    static func mergeOnSaversQueue() async throws {
        let stack = try PeopleImport.stack()
        let view = stack.persistentContainer.viewContext
        let context = stack.persistentContainer.newBackgroundContext()
        let token = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextDidSave, object: context, queue: nil
        ) { note in view.mergeChanges(fromContextDidSave: note) }
        defer { NotificationCenter.default.removeObserver(token) }
        try await context.perform {
            _ = Person(context: context)
            try context.save()
        }
    }

    @discardableResult
    static func fetchFromViewContextInTask() async throws -> Int {
        let stack = try PeopleImport.stack()
        let view = stack.persistentContainer.viewContext
        return try await stack.persistentContainer.performBackgroundTask { _ in
            try view.fetch(Person.fetchRequest()).count
        }
    }

    static func useChildWithoutParent() async {
        let childContext = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        childContext.name = "orphan"
        await childContext.perform { _ = Person(context: childContext) }
    }

    /// Keeps the result of an asynchronous fetch, and its context, and reads it on main.
    static func readFetchedPeopleOnMain() async throws -> [Int16] {
        let stack = try PeopleImport.stack()
        _ = await PeopleImport.run(stack.persistentContainer)
        let context = stack.persistentContainer.newBackgroundContext()
        context.name = "fetcher"
        let people = await fetchPeople(in: context)
        let kept = Smuggled(value: people)
        let ages = await MainActor.run { kept.value.map(\.age) }
        return withExtendedLifetime(context) { ages }
    }

    /// The same without keeping the context.
    static func readPeopleWithoutContext() async throws {
        let stack = try PeopleImport.stack()
        _ = await PeopleImport.run(stack.persistentContainer)
        let screen = PeopleScreen(stack.persistentContainer)
        await withCheckedContinuation { continuation in
            let context = stack.persistentContainer.newBackgroundContext()
            // Goes with the last of the context, when that knows its objects no more.
            context.userInfo["farewell"] = Farewell { continuation.resume() }
            context.performAndWait {
                let asyncFetch = NSAsynchronousFetchRequest(
                    fetchRequest: Person.fetchRequest()
                ) { result in screen.tableData = result.finalResult ?? [] }
                do { _ = try context.execute(asyncFetch) } catch {
                    fatalError("Failed to fetch: \(error)")
                }
            }
        }
        await MainActor.run { _ = screen.tableData.map(\.age) }
    }

    /// Calls a closure when its owner has gone.
    private final class Farewell: NSObject {
        private let say: () -> Void

        init(_ say: @escaping () -> Void) { self.say = say }

        deinit { say() }
    }

    private static func fetchPeople(in context: NSManagedObjectContext) async -> [Person] {
        await withCheckedContinuation { continuation in
            context.performAndWait {
                let fetchRequest = Person.fetchRequest()
                fetchRequest.predicate = NSPredicate(format: "age > 13")
                fetchRequest.sortDescriptors = [NSSortDescriptor(key: "age", ascending: true)]
                let asyncFetch = NSAsynchronousFetchRequest(fetchRequest: fetchRequest) { result in
                    nonisolated(unsafe) let people = result.finalResult ?? []
                    continuation.resume(returning: people)
                }
                do { _ = try context.execute(asyncFetch) } catch {
                    fatalError("Failed to fetch: \(error)")
                }
            }
        }
    }

    static func readPlaylistsOnMain() async throws -> [String?] {
        let manager = PlaylistManager(try CoreDataStack(SongTable.model()))
        let kept: Smuggled<[Playlist]> = try await Background.run {
            manager.createPlaylist(name: "A")
            var playlists: [Playlist] = []
            manager.fetchAllPlaylists { playlists = $0 ?? [] }
            return Smuggled(value: playlists)
        }
        return await MainActor.run { kept.value.map(\.name) }
    }
}
