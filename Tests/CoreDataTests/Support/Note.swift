import CoreData
import Foundation

/// A note with a property of every type.
class Note: NSManagedObject {
    enum Properties {
        static let title = ManagedProperty<String>("title")
        static let contents = ManagedProperty<String?>("contents")
        static let updatedAt = ManagedProperty<Date?>("updatedAt")
        static let createdAt = ManagedProperty<Date>("createdAt")
        static let rank = ManagedProperty<Int16>("rank")
        static let views = ManagedProperty<Int32>("views")
        static let size = ManagedProperty<Int64>("size")
        static let count = ManagedProperty<Int?>("count")
        static let isPinned = ManagedProperty<Bool>("isPinned")
        static let score = ManagedProperty<Double>("score")
        static let ratio = ManagedProperty<Float?>("ratio")
        static let image = ManagedProperty<Data?>("image")
        static let identifier = ManagedProperty<UUID?>("identifier")
        static let link = ManagedProperty<URL?>("link")
        static let price = ManagedProperty<Decimal?>("price")
        static let playlist = ManagedProperty<Playlist?>("playlist")
        static let home = ManagedProperty<Playlist>("playlist")
        static let wrong = ManagedProperty<Int64>("title")
    }

    class func fetchRequest() -> NSFetchRequest<Note> { NSFetchRequest(entityName: "Note") }

    var title: String {
        get { self[Properties.title] }
        set { self[Properties.title] = newValue }
    }

    var contents: String? {
        get { self[Properties.contents] }
        set { self[Properties.contents] = newValue }
    }

    var updatedAt: Date? {
        get { self[Properties.updatedAt] }
        set { self[Properties.updatedAt] = newValue }
    }

    var createdAt: Date {
        get { self[Properties.createdAt] }
        set { self[Properties.createdAt] = newValue }
    }

    var playlist: Playlist? {
        get { self[Properties.playlist] }
        set { self[Properties.playlist] = newValue }
    }

    /// The same, if a note without a playlist is a mistake.
    var home: Playlist {
        get { self[Properties.home] }
        set { self[Properties.home] = newValue }
    }

    static func model() -> NSManagedObjectModel {
        let playlist = Make.entity(
            "Playlist", Playlist.self, [Make.attribute("name", .stringAttributeType)])
        let note = Make.entity(
            "Note", Note.self,
            [
                Make.attribute("title", .stringAttributeType),
                Make.attribute("contents", .stringAttributeType),
                Make.attribute("updatedAt", .dateAttributeType),
                Make.attribute("createdAt", .dateAttributeType),
                Make.attribute("rank", .integer16AttributeType, default: 7),
                Make.attribute("views", .integer32AttributeType),
                Make.attribute("size", .integer64AttributeType),
                Make.attribute("count", .integer64AttributeType),
                Make.attribute("isPinned", .booleanAttributeType),
                Make.attribute("score", .doubleAttributeType),
                Make.attribute("ratio", .floatAttributeType),
                Make.attribute("image", .binaryDataAttributeType),
                Make.attribute("identifier", .UUIDAttributeType),
                Make.attribute("link", .URIAttributeType),
                Make.attribute("price", .decimalAttributeType),
            ])
        Make.join(
            playlist, Make.relationship("notes", to: note, many: true, .cascadeDeleteRule),
            note, Make.relationship("playlist", to: playlist, many: false))
        return Make.model(playlist, note)
    }
}
