import CoreData
import Foundation
import Testing

/// Subentities that each have a property of one name: they are two properties.
@Suite struct `Namesakes in sibling entities` {
    private static let types: [NSPersistentStore.StoreType] = [.sqlite, .inMemory, .binary, .xml]

    /// Media has the subentities Book and Film, each with a unique `code`; a Note has the photos
    /// and audios that refer to it, each by a `note`.
    private static func model() -> NSManagedObjectModel {
        let media = Make.entity("Media", nil, [Make.attribute("title", .stringAttributeType)])
        let book = Make.entity("Book", nil, [Make.attribute("code", .integer64AttributeType)])
        let film = Make.entity("Film", nil, [Make.attribute("code", .integer64AttributeType)])
        for entity in [book, film] { entity.uniquenessConstraints = [["code"]] }
        media.subentities = [book, film]
        let note = Make.entity("Note", nil, [Make.attribute("text", .stringAttributeType)])
        let attachment = Make.entity(
            "Attachment", nil, [Make.attribute("name", .stringAttributeType)])
        let photo = Make.entity("Photo", nil, [])
        let audio = Make.entity("Audio", nil, [])
        attachment.subentities = [photo, audio]
        Make.join(
            photo, Make.relationship("note", to: note, many: false),
            note, Make.relationship("photos", to: photo, many: true, .cascadeDeleteRule))
        Make.join(
            audio, Make.relationship("note", to: note, many: false),
            note, Make.relationship("audios", to: audio, many: true))
        return Make.model(media, book, film, note, attachment, photo, audio)
    }

    @Test(arguments: types) func `A constraint on each of two namesakes holds for itself`(
        _ type: NSPersistentStore.StoreType
    ) throws {
        let store = try TypedStore(type, model: Self.model())
        let context = store.context()
        try context.performAndWait {
            context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            context.make("Book", ["code": 1, "title": "A"])
            context.make("Film", ["code": 1, "title": "B"])
            try context.save()
            context.make("Film", ["code": 2, "title": "C"])
            try context.save()
            context.make("Book", ["code": 2, "title": "D"])
            try context.save()
        }
        let reader = store.context()
        try reader.performAndWait {
            let titles = try reader.all("Media").compactMap { $0.text("title") }
            #expect(titles.sorted() == ["A", "B", "C", "D"])
            reader.make("Film", ["code": 2])
            #expect(throws: NSError.self) { try reader.save() }
        }
    }

    @Test(arguments: types) func `A to-one to a subentity is a dictionary's object ID`(
        _ type: NSPersistentStore.StoreType
    ) throws {
        let model = Self.model()
        let shelf = Make.entity("Shelf", nil, [])
        let book = try #require(model.entitiesByName["Book"])
        Make.join(
            shelf, Make.relationship("best", to: book, many: false),
            book, Make.relationship("shelf", to: shelf, many: false))
        model.entities.append(shelf)
        let store = try TypedStore(type, model: model)
        let context = store.context()
        try context.performAndWait {
            let best = context.make("Book", ["code": 7])
            context.make("Shelf", ["best": best])
            try context.save()
            for key in ["best", "best.objectID"] {
                let request = NSFetchRequest<NSDictionary>(entityName: "Shelf")
                request.resultType = .dictionaryResultType
                request.propertiesToFetch = [key]
                let found = try context.fetch(request)
                let value = found.first?.allValues.first as? NSManagedObjectID
                #expect(found.count == 1 && value == best.objectID, "\(key)")
            }
        }
    }

    @Test(arguments: types) func `A to-many has only the objects of its own inverse`(
        _ type: NSPersistentStore.StoreType
    ) throws {
        let store = try TypedStore(type, model: Self.model())
        let context = store.context()
        try context.performAndWait {
            let note = context.make("Note", ["text": "A"])
            context.make("Photo", ["name": "sea", "note": note])
            context.make("Audio", ["name": "waves", "note": note])
            try context.save()
        }
        let other = store.context()
        try other.performAndWait {
            let note = try #require(try other.all("Note").first)
            #expect(note.many("photos").map { $0.text("name") } == ["sea"])
            #expect(note.many("audios").map { $0.text("name") } == ["waves"])
            other.delete(note)
            try other.save()
            #expect(try other.all("Attachment").map { $0.text("name") } == ["waves"])
        }
    }
}
