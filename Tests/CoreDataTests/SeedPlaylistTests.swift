import CoreData
import Execution
import Foundation
import Synchronization
import Testing

/// Haibo Zhou's manager: a private context below the view context, and both saved by each call.
@Suite struct `A private context below the view context` {
    private let manager: PlaylistManager
    private let log: SaveLog

    init() throws {
        let stack = try CoreDataStack(SongTable.model())
        manager = PlaylistManager(stack)
        log = SaveLog(stack.persistentContainer.persistentStoreCoordinator)
    }

    private func sql(_ text: String) throws -> [[String?]] { try manager.coreDataStack.sql(text) }

    /// The names that the view context shows, read on main.
    private func shownNames() async throws -> [String?] {
        let context = manager.managedObjectContext
        return try await context.perform {
            let request = Playlist.fetchRequest()
            request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
            return try context.fetch(request).map(\.name)
        }
    }

    /// The playlists as the manager hands them out; they belong to its private context.
    private func playlists() -> [Playlist] {
        var found: [Playlist] = []
        manager.fetchAllPlaylists { found = $0 ?? [] }
        return found
    }

    @Test func `Creating saves through main into the store before it returns`() async throws {
        try await Background.run { [manager] in manager.createPlaylist(name: "A") }
        #expect(try sql("SELECT ZNAME FROM ZPLAYLIST") == [["A"]])
        #expect(log.entries == ["private off main", "main on main"])
        #expect(try await shownNames() == ["A"])
        #expect(manager.failures == [])
    }

    @Test(.timeLimit(.minutes(30)))
    func `Called on main, both contexts work while main waits`() async throws {
        await MainActor.run { [manager] in manager.createPlaylist(name: "A") }
        #expect(try sql("SELECT ZNAME FROM ZPLAYLIST") == [["A"]])
        #expect(log.entries == ["private on main", "main on main"])
        #expect(try await shownNames() == ["A"])
    }

    @Test func `Fetching calls back before it returns, off main`() async throws {
        try await Background.run { [manager] in
            manager.createPlaylist(name: "A")
            manager.createPlaylist(name: "B")
            var names: Set<String?>?
            var ranOnMain: Bool?
            manager.fetchAllPlaylists { playlists in
                // Within the call the objects are at home.
                names = playlists.map { Set($0.map(\.name)) }
                ranOnMain = Executions.current.isOnMainThread
            }
            #expect(names == ["A", "B"])
            #expect(ranOnMain == false)
        }
    }

    @Test func `Fetching finds what only main holds`() async throws {
        let context = manager.managedObjectContext
        await context.perform { Playlist(context: context).name = "unsaved" }
        var names: [String?] = []
        manager.fetchAllPlaylists { names = $0?.map(\.name) ?? [] }
        #expect(names == ["unsaved"])
        #expect(try sql("SELECT count(*) FROM ZPLAYLIST") == [["0"]])
    }

    @Test func `Updating renames in main and in the store`() async throws {
        manager.createPlaylist(name: "A")
        let context = manager.managedObjectContext
        let held = try await context.perform { try context.fetch(Playlist.fetchRequest()) }
        #expect(await context.perform { held.map(\.name) } == ["A"])
        let playlist = try #require(playlists().first)
        manager.updatePlaylist(playlist: playlist, newName: "B")
        #expect(try sql("SELECT ZNAME, Z_OPT FROM ZPLAYLIST") == [["B", "2"]])
        #expect(await context.perform { held.map(\.name) } == ["B"])
    }

    @Test func `Deleting takes the song and leaves the playlist`() async throws {
        manager.createPlaylist(name: "A")
        let playlist = try #require(playlists().first)
        manager.addSong(title: "s", to: playlist)
        manager.addSong(title: "t", to: playlist)
        #expect(
            try sql(
                """
                SELECT s.ZTITLE, p.ZNAME FROM ZSONGTABLE s JOIN ZPLAYLIST p ON s.ZPLAYLIST = p.Z_PK
                ORDER BY 1
                """) == [["s", "A"], ["t", "A"]])
        var song: SongTable?
        manager.fetchAllSongs { song = $0?.first { $0.title == "s" } }
        manager.deleteSong(songRecord: try #require(song))
        #expect(try sql("SELECT ZTITLE FROM ZSONGTABLE") == [["t"]])
        #expect(try sql("SELECT ZNAME FROM ZPLAYLIST") == [["A"]])
        #expect(manager.failures == [])
    }

    @Test func `Calls from many threads are served one after the other`() async throws {
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<8 {
                group.addTask { [manager] in
                    try? await Background.run { manager.createPlaylist(name: "P\(index)") }
                }
            }
        }
        #expect(try sql("SELECT count(DISTINCT ZNAME) FROM ZPLAYLIST") == [["8"]])
        #expect(manager.failures == [])
    }
}
