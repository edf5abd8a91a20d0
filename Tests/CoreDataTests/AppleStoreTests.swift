import CoreData
import Foundation
import Testing

/// A store that Apple's framework wrote, and copies of it that this core saves to.
@Suite(.inVirtualTime, .serialized) struct `Stores that Apple's framework wrote` {
    private let folder: URL
    private let url: URL

    init() throws {
        let fixture = ModelSamples.moody.deletingLastPathComponent()
            .appendingPathComponent("Moody.sqlite")
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("core-data-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        url = folder.appendingPathComponent("Moody.sqlite")
        try FileManager.default.copyItem(at: fixture, to: url)
    }

    /// The app's own transformer of a mood's colours: three bytes each.
    private final class Colors: ValueTransformer, @unchecked Sendable {
        override func transformedValue(_ value: Any?) -> Any? {
            (value as? [[UInt8]]).map { Data($0.flatMap { $0 }) }
        }

        override func reverseTransformedValue(_ value: Any?) -> Any? {
            (value as? Data).map { data in
                stride(from: 0, to: data.count, by: 3).map { Array(data[$0..<$0 + 3]) }
            }
        }
    }

    private func model() throws -> NSManagedObjectModel {
        ValueTransformer.setValueTransformer(
            Colors(), forName: NSValueTransformerName("ColorsTransformer"))
        return try #require(NSManagedObjectModel(contentsOf: ModelSamples.moody))
    }

    private func withContext<T>(
        _ options: [AnyHashable: Any] = [:], _ body: (NSManagedObjectContext) throws -> T
    ) throws -> T {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: try model())
        let store = try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: options)
        defer { try? coordinator.remove(store) }
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return try context.performAndWait { try body(context) }
    }

    @Test func `Every row, value and relationship is read`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let before = try Data(contentsOf: url)
        try withContext([NSReadOnlyPersistentStoreOption: true]) { context in
            let moods = try context.all("Mood", sortedBy: "date")
            #expect(moods.count == 4)
            #expect(try context.all("GeographicRegion").count == 5)
            #expect(try context.all("Continent").count == 2)
            let countries = try context.all("Country", sortedBy: "numericISO3166Code")
            #expect(countries.map { $0.int("numericISO3166Code") } == [231, 704, 710])
            for country in countries {
                let continent = try #require(country.one("continent"))
                #expect(continent.entity.name == "Continent")
                #expect(continent.many("countries").contains(country))
                for mood in country.many("moods") { #expect(mood.one("country") === country) }
            }
            let mood = try #require(
                try context.all("Mood", NSPredicate(format: "latitude > 13 AND latitude < 14"))
                    .first)
            #expect(
                (mood.value(forKey: "date") as? Date)?.timeIntervalSinceReferenceDate
                    == 464441952.529884)
            #expect((mood.value(forKey: "colors") as? [[UInt8]])?.first == [0x6B, 0x65, 0x5A])
            #expect(mood.text("creatorID") == "__defaultOwner__")
        }
        #expect(try Data(contentsOf: url) == before)
    }

    @Test func `A copy is saved to, and SQLite finds it whole`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let highest = try TestStore.sql("SELECT Z_MAX FROM Z_PRIMARYKEY ORDER BY Z_ENT", url)
        #expect(highest == [["36"], ["0"], ["0"], ["116"]])
        try withContext { context in
            // Neither end may be left without the other: a continent that has two countries, and
            // a mood whose country has the new one.
            let country = try #require(
                try context.all("Country").first {
                    $0.one("continent")?.many("countries").count == 2
                })
            let old = try #require(country.many("moods").first)
            let mood = context.make(
                "Mood",
                [
                    "date": Date(timeIntervalSinceReferenceDate: 5), "country": country,
                    "colors": [[1, 2, 3]] as [[UInt8]],
                ])
            let continent = context.make(
                "Continent", ["updatedAt": Date(), "numericISO3166Code": 20_000])
            country.setValue(continent, forKey: "continent")
            context.delete(old)
            try context.save()
            #expect(mood.objectID.uriRepresentation().lastPathComponent == "p117")
        }
        #expect(try TestStore.sql("PRAGMA integrity_check", url) == [["ok"]])
        #expect(
            try TestStore.sql("SELECT Z_MAX FROM Z_PRIMARYKEY ORDER BY Z_ENT", url)
                == [["37"], ["0"], ["0"], ["117"]])
        #expect(try TestStore.sql("SELECT count(*) FROM ZMOOD", url) == [["4"]])
        #expect(
            try TestStore.sql(
                "SELECT Z_ENT, Z_OPT, ZDATE, hex(ZCOLORS) FROM ZMOOD WHERE Z_PK = 117", url)
                == [["4", "1", "5", "010203"]])
        #expect(
            try TestStore.sql(
                "SELECT Z_ENT, Z_PK FROM ZGEOGRAPHICREGION WHERE Z_PK = 37", url)
                == [["2", "37"]])
        try withContext { context in
            let mood = try #require(
                try context.all("Mood", NSPredicate(format: "latitude == nil")).first)
            #expect((mood.value(forKey: "colors") as? [[UInt8]]) == [[1, 2, 3]])
            #expect(
                mood.one("country")?.one("continent")?.int("numericISO3166Code") == 20_000)
        }
        #expect(
            try NSPersistentStoreCoordinator.metadataForPersistentStore(
                ofType: NSSQLiteStoreType, at: url)["NSPersistenceFrameworkVersion"] as? Int == 637)
    }

    @Test func `A model whose tables or numbers differ is refused, and the file left`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let before = try Data(contentsOf: url)
        let change: [(NSManagedObjectModel) throws -> Void] = [
            { model in
                let attribute = ModelSamples.attribute("size", .integer64AttributeType)
                try #require(model.entitiesByName["Mood"]).properties.append(attribute)
            },
            { model in model.entities.append(ModelSamples.entity("Airport")) },
            { model in try #require(model.entitiesByName["Continent"]).name = "Landmass" },
        ]
        for change in change {
            let model = try model()
            try change(model)
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
            let error = #expect(throws: NSError.self) {
                try coordinator.addPersistentStore(type: .sqlite, at: url)
            }
            #expect(error?.code == NSPersistentStoreIncompatibleVersionHashError)
            #expect(try Data(contentsOf: url) == before)
        }
    }
}
