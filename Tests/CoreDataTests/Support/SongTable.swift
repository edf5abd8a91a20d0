import CoreData

/// A song in a playlist.
class SongTable: NSManagedObject {
    private enum Properties {
        static let title = ManagedProperty<String?>("title")
        static let playlist = ManagedProperty<Playlist?>("playlist")
    }

    class func fetchRequest() -> NSFetchRequest<SongTable> {
        NSFetchRequest(entityName: "SongTable")
    }

    var title: String? {
        get { self[Properties.title] }
        set { self[Properties.title] = newValue }
    }

    var playlist: Playlist? {
        get { self[Properties.playlist] }
        set { self[Properties.playlist] = newValue }
    }

    /// Playlists with songs.
    static func model() -> NSManagedObjectModel {
        let playlist = Make.entity(
            "Playlist", Playlist.self, [Make.attribute("name", .stringAttributeType)])
        let song = Make.entity(
            "SongTable", SongTable.self, [Make.attribute("title", .stringAttributeType)])
        Make.join(
            playlist, Make.relationship("songs", to: song, many: true, .cascadeDeleteRule),
            song, Make.relationship("playlist", to: playlist, many: false))
        return Make.model(playlist, song)
    }
}
