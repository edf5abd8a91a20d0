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

    @Test func `Names that differ by more have the columns that they always had`() throws {
        let store = try TestStore()
        let columns = try store.sql("SELECT name FROM pragma_table_info('ZBOOK')")
        #expect(columns.allSatisfy { $0[0]!.last?.isNumber == false })
    }
}
