import CoreData
import Foundation
import Synchronization

/// A private context below the container's view context, each call done when it returns.
///
/// The contexts protect themselves, the lock the errors.
final class PlaylistManager: @unchecked Sendable {
    let managedObjectContext: NSManagedObjectContext
    private let privateMOC = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    let coreDataStack: CoreDataStack
    private let errors = Mutex<[NSError]>([])

    init(_ coreDataStack: CoreDataStack) {
        self.coreDataStack = coreDataStack
        self.managedObjectContext = coreDataStack.persistentContainer.viewContext
        privateMOC.parent = self.managedObjectContext
        privateMOC.name = "playlists"
    }

    func fetchAllPlaylists(completion: @escaping ([Playlist]?) -> Void) {
        privateMOC.performAndWait {
            do {
                let playlists: [Playlist] = try privateMOC.fetch(Playlist.fetchRequest())
                completion(playlists)
            } catch {
                report(error)
                completion(nil)
            }
        }
    }

    func createPlaylist(name: String) {
        privateMOC.performAndWait {
            let newPlaylist = Playlist(context: privateMOC)
            newPlaylist.name = name
            synchronize()
        }
    }

    func addSong(title: String, to playlist: Playlist) {
        privateMOC.performAndWait {
            let song = SongTable(context: privateMOC)
            song.title = title
            song.playlist = playlist
            synchronize()
        }
    }

    func fetchAllSongs(completion: @escaping ([SongTable]?) -> Void) {
        privateMOC.performAndWait {
            completion(try? privateMOC.fetch(SongTable.fetchRequest()))
        }
    }

    func deleteSong(songRecord: SongTable) {
        privateMOC.performAndWait {
            privateMOC.delete(songRecord)
            synchronize()
        }
    }

    func updatePlaylist(playlist: Playlist, newName: String) {
        privateMOC.performAndWait {
            playlist.name = newName
            synchronize()
        }
    }

    func synchronize() {
        do {
            try privateMOC.save()
            managedObjectContext.performAndWait {
                do {
                    try managedObjectContext.save()
                } catch {
                    report(error)
                }
            }
        } catch {
            report(error)
        }
    }

    var failures: [NSError] { errors.withLock { $0 } }

    private func report(_ error: any Error) {
        errors.withLock { $0.append(error as NSError) }
    }
}
