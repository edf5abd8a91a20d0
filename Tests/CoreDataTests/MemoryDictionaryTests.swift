import CoreData
import Foundation
import Testing

import class CoreData.NSExpression

/// Dictionaries of stores without SQL, and of two stores at once, against a SQLite store's.
///
/// Ten books by year, 0 to 9, three of a title; the even ones by Le Guin, the odd ones by Lem, the
/// last one without an author and without a price; the first three with tags.
@Suite struct `Dictionaries made in memory` {
    private static let types: [NSPersistentStore.StoreType] = [.inMemory, .binary, .xml]

    /// - Parameter second: where every other book lies, with its author.
    private static func fill(
        _ context: NSManagedObjectContext, second: NSPersistentStore? = nil
    ) throws {
        try context.performAndWait {
            let leGuin = context.make("Author", ["name": "Le Guin", "born": 1929])
            let lem = context.make("Author", ["name": "Lem", "born": 1921])
            let tags = [
                context.make("Tag", ["name": "short"]), context.make("Tag", ["name": "old"]),
            ]
            if let second { context.assign(lem, to: second) }
            for year in 0..<10 {
                let book = context.make(
                    "Book",
                    [
                        "title": "t\(year / 3)", "year": year,
                        "price": year == 9 ? nil : Double(year) * 2, "isLent": year == 1,
                        "added": Date(timeIntervalSinceReferenceDate: Double(year % 4)),
                        "author": year == 9 ? nil : year % 2 == 0 ? leGuin : lem,
                    ])
                if let second, year % 2 == 1 { context.assign(book, to: second) }
                if year < 4, year % 2 == 0 {
                    book.setValue(Set(tags.prefix(year / 2 + 1)), forKey: "tags")
                }
            }
            try context.save()
        }
    }

    private static func request(
        _ properties: [Any]?, sortedBy keys: [String] = []
    ) -> NSFetchRequest<NSDictionary> {
        let request = NSFetchRequest<NSDictionary>(entityName: "Book")
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = properties
        request.sortDescriptors = keys.map { NSSortDescriptor(key: $0, ascending: true) }
        return request
    }

    private static func function(
        _ function: String, _ keyPath: String, _ type: NSAttributeType = .undefinedAttributeType
    ) -> NSExpressionDescription {
        let description = NSExpressionDescription()
        description.name = function + keyPath
        description.expression = NSExpression(
            forFunction: function, arguments: [NSExpression(forKeyPath: keyPath)])
        description.expressionResultType = type
        return description
    }

    private static func functions() -> [Any] {
        [
            function("count:", "price"), function("sum:", "year"), function("sum:", "price"),
            function("average:", "price"), function("min:", "title"), function("max:", "added"),
            function("max:", "price", .integer64AttributeType), function("count:", "tags"),
            function("max:", "tags.name"), function("average:", "year", .integer32AttributeType),
        ]
    }

    /// Requests with one answer in any store.
    private static func requests() -> [NSFetchRequest<NSDictionary>] {
        var requests = [
            request(nil, sortedBy: ["year"]), request(["year", "author.name"], sortedBy: ["year"]),
            request(["title", "isLent"], sortedBy: ["author.name", "year"]), request(functions()),
        ]
        let nothing = request(functions())
        nothing.predicate = NSPredicate(format: "year > 100")
        let twice = NSExpressionDescription()
        twice.name = "twice"
        twice.expression = NSExpression(
            forFunction: "multiply:by:",
            arguments: [NSExpression(forKeyPath: "year"), NSExpression(forConstantValue: 2)])
        twice.expressionResultType = .integer64AttributeType
        let each = request([twice, "added"], sortedBy: ["year"])
        each.fetchLimit = 4
        each.fetchOffset = 3
        let distinct = request(["title"], sortedBy: ["title"])
        distinct.returnsDistinctResults = true
        distinct.fetchLimit = 2
        distinct.fetchOffset = 1
        let grouped = request(["title"] + functions(), sortedBy: ["title"])
        grouped.propertiesToGroupBy = ["title"]
        grouped.predicate = NSPredicate(format: "year != 4")
        let chosen = request(
            ["author.name", function("count:", "year")], sortedBy: ["author.name"])
        chosen.propertiesToGroupBy = ["author.name"]
        chosen.havingPredicate = NSPredicate(format: "sum(year) > 10 AND author.name != nil")
        let paged = request(["added", "title"], sortedBy: ["added", "title"])
        paged.propertiesToGroupBy = ["title", "added"]
        paged.fetchLimit = 3
        paged.fetchOffset = 2
        requests += [nothing, each, distinct, grouped, chosen, paged]
        return requests
    }

    private static func results(_ context: NSManagedObjectContext) throws -> [[NSDictionary]] {
        try context.performAndWait { try requests().map { try context.fetch($0) } }
    }

    private func expectEqual(_ found: [[NSDictionary]], _ type: String) throws {
        let reference = try TypedStore(.sqlite)
        try Self.fill(reference.context())
        let expected = try Self.results(reference.context())
        #expect(expected.allSatisfy { !$0.isEmpty })
        for (index, (found, expected)) in zip(found, expected).enumerated() {
            #expect(found == expected, "request \(index), \(type)")
        }
    }

    @Test(arguments: types) func `They are those of a SQLite store`(
        _ type: NSPersistentStore.StoreType
    ) throws {
        let store = try TypedStore(type)
        try Self.fill(store.context())
        try expectEqual(try Self.results(store.context()), type.rawValue)
    }

    @Test(arguments: types + [.sqlite]) func `Those of two stores are those of one`(
        _ type: NSPersistentStore.StoreType
    ) throws {
        let store = try TypedStore(.sqlite)
        try store.coordinator.addPersistentStore(
            type: type, at: store.folder.appendingPathComponent("second"))
        try Self.fill(store.context(), second: store.coordinator.persistentStores[1])
        try expectEqual(try Self.results(store.context()), type.rawValue)
    }

    @Test(arguments: types) func `A to-one and SELF are object IDs, in memory too`(
        _ type: NSPersistentStore.StoreType
    ) throws {
        let store = try TypedStore(type)
        try Self.fill(store.context())
        let context = store.context()
        try context.performAndWait {
            let itself = NSExpressionDescription()
            itself.name = "objectID"
            itself.expression = NSExpression.expressionForEvaluatedObject()
            itself.resultType = .objectID
            let found = try context.fetch(Self.request(["author", itself], sortedBy: ["year"]))
            let author = try #require(found[2]["author"] as? NSManagedObjectID)
            #expect(context.object(with: author).text("name") == "Le Guin")
            let book = try #require(found[2]["objectID"] as? NSManagedObjectID)
            #expect(context.object(with: book).int("year") == 2)
            #expect(found[9]["author"] == nil)
        }
    }

    @Test(arguments: types + [.sqlite]) func `A result that is asked for as a decimal is one`(
        _ type: NSPersistentStore.StoreType
    ) throws {
        let store = try TypedStore(type)
        try Self.fill(store.context())
        let context = store.context()
        try context.performAndWait {
            for (function, value) in [("sum:", "72"), ("average:", "8"), ("max:", "16")] {
                let request = Self.request([Self.function(function, "price", .decimalAttributeType)]
                )
                let found = try context.fetch(request).first?["\(function)price"]
                #expect(found as? NSDecimalNumber == NSDecimalNumber(string: value))
            }
        }
    }

    @Test func `Functions over all rows are one row, whatever it is sorted by`() throws {
        for type in Self.types + [.sqlite] {
            let store = try TypedStore(type)
            let context = store.context()
            let request = Self.request(
                [Self.function("max:", "year")], sortedBy: ["title", "year"])
            // Of no rows, too.
            let none = try context.performAndWait { try context.fetch(request) }
            #expect(none.count == 1)
            try Self.fill(context)
            let found = try context.performAndWait { try context.fetch(request) }
            #expect(found.count == 1)
            #expect(found.first?.allValues.first as? Int == 9)
        }
    }

    @Test func `What has no one answer is refused, and says what to ask instead`() throws {
        let store = try TypedStore(.inMemory)
        try Self.fill(store.context())
        let context = store.context()
        let mixed = Self.request(["title", Self.function("max:", "year")])
        let unordered = Self.request(["title"], sortedBy: ["year"])
        unordered.propertiesToGroupBy = ["title"]
        context.performAndWait {
            for (request, word) in [(mixed, "group by it"), (unordered, "sort by what is grouped")]
            {
                let error = #expect(throws: NSError.self) { try context.fetch(request) }
                #expect(error?.code == NSPersistentStoreUnsupportedRequestTypeError)
                #expect(error?.localizedDescription.contains(word) == true)
            }
            let text = Self.request([Self.function("sum:", "title")])
            let transient = Self.request(["note"])
            for request in [text, transient] {
                let error = #expect(throws: NSError.self) { try context.fetch(request) }
                #expect(error?.code == NSPersistentStoreOperationError)
            }
        }
    }
}
