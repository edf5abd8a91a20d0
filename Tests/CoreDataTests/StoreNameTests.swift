import CoreData
import Foundation
import Testing

/// The names of tables and columns whose names in capitals are the same.
struct StoreNameTests {
    /// Album has the attribute `Artist` and the to-one `artist`, and to-manys `tags` and `Tags`.
    private func model() -> NSManagedObjectModel {
        let album = Make.entity("Album", nil, [Make.attribute("Artist", .stringAttributeType)])
        let artist = Make.entity("Artist", nil, [Make.attribute("name", .stringAttributeType)])
        let namesake = Make.entity("ARTIST", nil, [Make.attribute("_pk", .integer64AttributeType)])
        Make.join(
            album, Make.relationship("artist", to: artist, many: false),
            artist, Make.relationship("albums", to: album, many: true))
        Make.join(
            album, Make.relationship("tags", to: namesake, many: true),
            namesake, Make.relationship("albums", to: album, many: true))
        Make.join(
            album, Make.relationship("Tags", to: namesake, many: true),
            namesake, Make.relationship("Albums", to: album, many: true))
        return Make.model(album, artist, namesake)
    }

    @Test func `Names that differ only by case have a column, a table and pairs each`() throws {
        let store = try TestStore(model: model())
        let writer = store.context("writer")
        try writer.performAndWait {
            let artist = writer.make("Artist", ["name": "Nina"])
            let album = writer.make("Album", ["Artist": "Simone", "artist": artist])
            let one = writer.make("ARTIST", ["_pk": 70])
            let other = writer.make("ARTIST", ["_pk": 71])
            album.setValue(Set([one]), forKey: "tags")
            album.setValue(Set([other]), forKey: "Tags")
            try writer.save()
        }
        let reader = store.context("reader")
        try reader.performAndWait {
            let album = try #require(
                try reader.all("Album", NSPredicate(format: "Artist == 'Simone'")).first)
            #expect(album.text("Artist") == "Simone")
            #expect(album.one("artist")?.text("name") == "Nina")
            #expect(album.many("tags").map { $0.int("_pk") } == [70])
            #expect(album.many("Tags").map { $0.int("_pk") } == [71])
            #expect(
                try reader.all("Album", NSPredicate(format: "artist.name == 'Nina'")).count == 1)
            #expect(try reader.all("Album", NSPredicate(format: "ANY Tags._pk == 71")).count == 1)
        }
        #expect(try store.sql("SELECT ZARTIST, ZARTIST1 FROM ZALBUM") == [["Simone", "1"]])
    }

    @Test func `The order of declaration does not decide which namesake has the digit`() throws {
        let store = try TestStore(model: model())
        let writer = store.context("writer")
        try writer.performAndWait {
            writer.make("Album", ["Artist": "Simone", "artist": writer.make("Artist")])
            try writer.save()
        }
        try store.close()
        let other = model()
        let album = try #require(other.entitiesByName["Album"])
        album.properties = album.properties.reversed()
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: other)
        try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: store.url)
        let reader = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        reader.persistentStoreCoordinator = coordinator
        try reader.performAndWait {
            let album = try #require(try reader.all("Album").first)
            #expect(album.text("Artist") == "Simone")
            #expect(album.one("artist") != nil)
        }
    }

    /// Item has the subentities Film, whose `code` must be unique, and Song, whose `code` is a
    /// to-one; both have a many-to-many relationship `tags`.
    private func hierarchy() -> NSManagedObjectModel {
        let item = Make.entity("Item", nil, [Make.attribute("name", .stringAttributeType)])
        let film = Make.entity("Film", nil, [Make.attribute("code", .integer64AttributeType)])
        let song = Make.entity("Song", nil, [])
        film.uniquenessConstraints = [["code"]]
        film.indexes = [
            NSFetchIndexDescription(
                name: "by \"code\"",
                elements: [.init(property: film.properties[0], collationType: .binary)])
        ]
        item.subentities = [film, song]
        let tag = Make.entity("Tag", nil, [Make.attribute("name", .stringAttributeType)])
        Make.join(
            song, Make.relationship("code", to: tag, many: false),
            tag, Make.relationship("songs", to: song, many: true))
        Make.join(
            film, Make.relationship("tags", to: tag, many: true),
            tag, Make.relationship("films", to: film, many: true))
        Make.join(
            song, Make.relationship("tags", to: tag, many: true),
            tag, Make.relationship("others", to: song, many: true))
        return Make.model(item, film, song, tag)
    }

    @Test func `Properties of one name in two subentities have a column and pairs each`() throws {
        let store = try TestStore(model: hierarchy())
        let writer = store.context("writer")
        try writer.performAndWait {
            let tag = writer.make("Tag", ["name": "red"])
            let other = writer.make("Tag", ["name": "blue"])
            let film = writer.make("Film", ["code": 1])
            film.setValue(Set([tag]), forKey: "tags")
            for name in ["a", "b"] {
                let song = writer.make("Song", ["name": name, "code": tag])
                song.setValue(Set([other]), forKey: "tags")
            }
            try writer.save()
        }
        let reader = store.context("reader")
        try reader.performAndWait {
            let film = try #require(try reader.all("Film").first)
            #expect(film.int("code") == 1)
            #expect(film.many("tags").map { $0.text("name") } == ["red"])
            let songs = try reader.all("Song")
            #expect(songs.compactMap { $0.one("code")?.text("name") } == ["red", "red"])
            #expect(songs.flatMap { $0.many("tags").map { $0.text("name") } } == ["blue", "blue"])
        }
        let columns = try store.sql("SELECT name FROM pragma_table_info('ZITEM')")
        #expect(Set(columns.map { $0[0] }).isSuperset(of: ["ZCODE", "ZCODE1"]))
    }

    @Test func `Two to-manys of one name without inverses, each to the other's entity, are two`()
        throws
    {
        let album = Make.entity("Album", nil, [Make.attribute("name", .stringAttributeType)])
        let tag = Make.entity("Tag", nil, [Make.attribute("name", .stringAttributeType)])
        album.properties.append(Make.relationship("others", to: tag, many: true))
        tag.properties.append(Make.relationship("others", to: album, many: true))
        let store = try TestStore(model: Make.model(album, tag))
        let writer = store.context("writer")
        try writer.performAndWait {
            let albums = ["a", "b"].map { writer.make("Album", ["name": $0]) }
            let tags = ["x", "y"].map { writer.make("Tag", ["name": $0]) }
            albums[0].setValue(Set(tags), forKey: "others")
            tags[1].setValue(Set([albums[1]]), forKey: "others")
            try writer.save()
        }
        let reader = store.context("reader")
        try reader.performAndWait {
            func others(_ entity: String) throws -> [[String]] {
                try reader.all(entity).sorted { $0.text("name") ?? "" < $1.text("name") ?? "" }
                    .map { $0.many("others").compactMap { $0.text("name") }.sorted() }
            }
            let ofAlbums = try others("Album")
            let ofTags = try others("Tag")
            #expect(ofAlbums == [["x", "y"], []])
            #expect(ofTags == [[], ["b"]])
        }
    }

    @Test func `Names that differ by more have the columns that they always had`() throws {
        let store = try TestStore()
        let columns = try store.sql("SELECT name FROM pragma_table_info('ZBOOK')")
        #expect(columns.allSatisfy { $0[0]!.last?.isNumber == false })
    }
}
