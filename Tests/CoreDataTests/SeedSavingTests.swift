import CoreData
import Execution
import Foundation
import Testing

/// Cocoacasts' manager with a private context: the two forms of saving both contexts.
@Suite struct `Saving main and its writer` {
    private static func manager() throws -> CoreDataManager {
        let model = Note.model()
        model.entitiesByName["Note"]?.attributesByName["title"]?.isOptional = false
        return try CoreDataManager(model)
    }

    private let manager: CoreDataManager
    private let log: SaveLog

    init() throws {
        manager = try Self.manager()
        log = SaveLog(manager.persistentStoreCoordinator)
    }

    private func makeNote(_ title: String?) async {
        let context = manager.mainManagedObjectContext
        await context.perform {
            let note = Note(context: context)
            if let title { note.title = title }
        }
    }

    private func mainHasChanges() async -> Bool {
        let context = manager.mainManagedObjectContext
        return await context.perform { context.hasChanges }
    }

    @Test func `Waiting for main, its changes are with the writer on return`() async throws {
        await makeNote("A")
        try await Background.run { [manager] in
            manager.saveChanges()
            // The writer may have saved already, but never before main.
            #expect(
                !manager.mainManagedObjectContext.performAndWait {
                    manager.mainManagedObjectContext.hasChanges
                })
        }
        await manager.settle()
        #expect(log.entries == ["main on main", "private off main"])
        #expect(try manager.sql("SELECT ZTITLE FROM ZNOTE") == [["A"]])
    }

    @Test(.timeLimit(.minutes(30)))
    func `The same from main itself is no deadlock`() async throws {
        await makeNote("A")
        await MainActor.run { [manager] in manager.saveChanges() }
        await manager.settle()
        #expect(log.entries == ["main on main", "private off main"])
        #expect(try manager.sql("SELECT ZTITLE FROM ZNOTE") == [["A"]])
    }

    @Test func `Not waiting, main is saved later and the writer after it`() async throws {
        await makeNote("A")
        let stillUnsaved = await MainActor.run { [manager] in
            manager.saveChangesLater()
            // Main is busy with this block, so nothing can have been saved.
            return manager.mainManagedObjectContext.hasChanges
        }
        #expect(stillUnsaved)
        await manager.settle()
        #expect(await mainHasChanges() == false)
        #expect(log.entries == ["main on main", "private off main"])
        #expect(try manager.sql("SELECT ZTITLE FROM ZNOTE") == [["A"]])
    }

    @Test func `Changes after the save are in the next one`() async throws {
        await makeNote("A")
        manager.saveChanges()
        await makeNote("B")
        await manager.settle()
        #expect(try manager.sql("SELECT ZTITLE FROM ZNOTE") == [["A"]])
        manager.saveChanges()
        await manager.settle()
        #expect(try manager.sql("SELECT ZTITLE FROM ZNOTE ORDER BY 1") == [["A"], ["B"]])
    }

    @Test func `What main cannot save never reaches the writer`() async throws {
        await makeNote(nil)
        manager.saveChanges()
        await manager.settle()
        #expect(manager.failures.map(\.code) == [NSValidationMissingMandatoryPropertyError])
        #expect(manager.unwritten() == 0)
        #expect(log.entries == [])
        #expect(await mainHasChanges())
    }
}
