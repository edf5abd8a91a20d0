import CSQLite
import CoreData
import Foundation
import Testing

/// Indexes on expressions and with conditions: what SQLite keeps, what it uses, what is refused.
struct IndexExpressionTests {
    private static func model(
        _ format: String?, condition: String? = nil
    ) -> NSManagedObjectModel {
        let image = Make.attribute("image", .binaryDataAttributeType)
        image.allowsExternalBinaryDataStorage = true
        let title = Make.attribute("title", .stringAttributeType)
        let shelf = Make.entity("Shelf", nil, [Make.attribute("name", .stringAttributeType)])
        let photo = Make.entity(
            "Photo", nil,
            [
                title, image, Make.attribute("width", .integer64AttributeType),
                Make.attribute("height", .integer64AttributeType),
            ])
        Make.join(
            shelf, Make.relationship("photos", to: photo, many: true),
            photo, Make.relationship("shelf", to: shelf, many: false))
        var property: NSPropertyDescription = title
        if let format {
            let computed = NSExpressionDescription()
            computed.name = "computed"
            computed.expression = NSExpression(format: format)
            property = computed
        }
        let index = NSFetchIndexDescription(
            name: "own",
            elements: [NSFetchIndexElementDescription(property: property, collationType: .binary)])
        index.partialIndexPredicate = condition.map { NSPredicate(format: $0) }
        photo.indexes = [index]
        return Make.model(shelf, photo)
    }

    @Test(arguments: [
        ("lowercase:(title)", "lowercase:(title) == 'b'"),
        ("length:(title)", "length:(title) == 1"),
        ("width * height", "width * height == 4"),
    ])
    func `A fetch of the same expression uses the index`(
        _ expression: String, _ condition: String
    ) throws {
        let store = try TestStore(model: Self.model(expression))
        let context = store.context()
        try context.performAndWait {
            for (number, title) in ["AAA", "B", "CCC"].enumerated() {
                context.make("Photo", ["title": title, "width": number + 1, "height": number + 1])
            }
            try context.save()
            let counter = StatementCounter(store.coordinator)
            let found = try context.all("Photo", NSPredicate(format: condition))
            #expect(found.map { $0.text("title") } == ["B"])
            let select = try #require(counter.take().first { $0.hasPrefix("SELECT") })
            let plan = try Self.plan(of: select, at: store.url.path)
            #expect(plan.contains("USING INDEX Z_Photo_own"), "\(plan)")
        }
    }

    /// SQLite's plan of a statement, on a connection with a function of the core's name.
    private static func plan(of statement: String, at path: String) throws -> String {
        var handle: OpaquePointer?
        defer { sqlite3_close(handle) }
        try #require(sqlite3_open(path, &handle) == SQLITE_OK)
        let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC
        sqlite3_create_function(
            handle, "coredata_call", -1, flags, nil,
            { context, _, _ in sqlite3_result_null(context) },
            nil, nil)
        var prepared: OpaquePointer?
        defer { sqlite3_finalize(prepared) }
        let code = sqlite3_prepare_v2(
            handle, "EXPLAIN QUERY PLAN \(statement)", -1, &prepared, nil)
        try #require(code == SQLITE_OK, "\(String(cString: sqlite3_errmsg(handle)))")
        var lines: [String] = []
        while sqlite3_step(prepared) == SQLITE_ROW {
            lines.append(String(cString: sqlite3_column_text(prepared, 3)))
        }
        return lines.joined(separator: "; ")
    }

    /// The message with which a store of the model is refused, and its code.
    private static func refusal(_ model: NSManagedObjectModel) -> (code: Int, message: String) {
        do {
            _ = try TestStore(model: model)
            return (0, "")
        } catch let error as NSError {
            return (error.code, "\(error)")
        }
    }

    @Test(arguments: [
        ("lowercase:(shelf.name)", "other rows"), ("photo.title", "photo"),
        ("photos.@count", "photos"), ("width + 1", "has constants"), ("shelf", "an object"),
        ("image", "“image”, whose values may lie in files"),
    ])
    func `An expression that SQLite cannot index is refused with the index's name`(
        _ expression: String, _ words: String
    ) {
        let found = Self.refusal(Self.model(expression))
        #expect(found.code == NSPersistentStoreOpenError)
        #expect(found.message.contains("Photo.own"))
        #expect(found.message.contains(words), "\(found.message)")
    }

    @Test(arguments: [
        ("image == title", "“image”, whose values may lie in files"),
        ("shelf.name == 'A'", "other rows"), ("nothing == 1", "nothing"),
    ])
    func `A condition that SQLite cannot check for one row is refused with the index's name`(
        _ condition: String, _ words: String
    ) {
        let found = Self.refusal(Self.model(nil, condition: condition))
        #expect(found.code == NSPersistentStoreOpenError)
        #expect(found.message.contains("Photo.own"))
        #expect(found.message.contains(words), "\(found.message)")
    }

    @Test func `A condition may ask whether a value that may lie in a file is nil`() throws {
        let store = try TestStore(model: Self.model(nil, condition: "image != nil"))
        let context = store.context()
        try context.performAndWait {
            context.make("Photo", ["title": "A", "image": Data(count: 200_000)])
            context.make("Photo", ["title": "B"])
            try context.save()
        }
        #expect(
            try store.sql(
                "SELECT ZTITLE FROM ZPHOTO INDEXED BY Z_Photo_own WHERE ZIMAGE IS NOT NULL")
                == [["A"]])
    }

    @Test func `An existing store is not opened with an index that it cannot keep`() throws {
        let store = try TestStore(model: Self.model(nil))
        let coordinator = NSPersistentStoreCoordinator(
            managedObjectModel: Self.model(nil, condition: "image == title"))
        // Indexes are no part of a version.
        let error = #expect(throws: (any Error).self) {
            try coordinator.addPersistentStore(
                ofType: NSSQLiteStoreType, configurationName: nil, at: store.url)
        }
        #expect((error as NSError?)?.code == NSPersistentStoreOpenError)
    }

    @Test func `A copy of a model has the conditions and expressions of its indexes`() throws {
        let model = Self.model("lowercase:(title)", condition: "width > 3")
        let copy = try #require(model.copy() as? NSManagedObjectModel)
        let (one, other) = (
            try #require(model.entitiesByName["Photo"]?.indexes.first),
            try #require(copy.entitiesByName["Photo"]?.indexes.first)
        )
        #expect(one == other)
        #expect(other.partialIndexPredicate != nil)
        let differing = Self.model("length:(title)", condition: "width > 3")
        #expect(differing.entitiesByName["Photo"]?.indexes.first != one)
    }
}
