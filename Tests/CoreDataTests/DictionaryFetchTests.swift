import CoreData
import Foundation
import Testing

import class CoreData.NSExpression

/// Ten books by year, 0 to 9, at twice their year; the even ones by Le Guin (born 1929), the odd
/// ones by Lem (born 1921), the last one without an author; the first three with a tag.
@Suite(.inVirtualTime) struct `Fetching dictionaries` {
    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        store = try TestStore()
        let context = store.context()
        self.context = context
        try context.performAndWait {
            let leGuin = context.make("Author", ["name": "Le Guin", "born": 1929])
            let lem = context.make("Author", ["name": "Lem", "born": 1921])
            let tag = context.make("Tag", ["name": "short"])
            for year in 0..<10 {
                let book = context.make(
                    "Book",
                    [
                        "title": "t\(year / 3)", "year": year, "price": Double(year) * 2,
                        "isLent": year == 1, "added": Date(timeIntervalSinceReferenceDate: 100),
                        "author": year == 9 ? nil : year % 2 == 0 ? leGuin : lem,
                    ])
                if year < 3 { book.setValue(Set([tag]), forKey: "tags") }
            }
            try context.save()
        }
    }

    @Test(arguments: [false, true])
    func `The number of dictionaries is that of the fetch, whatever is unsaved`(
        isUnsaved: Bool
    ) throws {
        let distinct = request(["title"])
        distinct.sortDescriptors = nil
        distinct.returnsDistinctResults = true
        let groups = request(["title"])
        groups.sortDescriptors = nil
        groups.propertiesToGroupBy = ["title"]
        groups.havingPredicate = NSPredicate(format: "title != 't0'")
        let page = request(["title"])
        page.fetchOffset = 8
        page.fetchLimit = 5
        let requests = [distinct, groups, page]
        try context.performAndWait {
            if isUnsaved { context.make("Book", ["title": "new", "year": 20]) }
            let fetched = try requests.map { try context.fetch($0).count }
            #expect(fetched == [4, 3, 2])
            let counted = try requests.map { try context.count(for: $0) }
            #expect(counted == fetched)
        }
        let child = TestStore.child(of: context)
        let counted = try child.performAndWait { try requests.map { try child.count(for: $0) } }
        #expect(counted == [4, 3, 2])
    }

    private func request(_ properties: [Any]? = nil) -> NSFetchRequest<NSDictionary> {
        let request = NSFetchRequest<NSDictionary>(entityName: "Book")
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = properties
        request.sortDescriptors = [NSSortDescriptor(key: "year", ascending: true)]
        return request
    }

    private func function(
        _ name: String, _ function: String, _ keyPath: String,
        _ type: NSAttributeType = .undefinedAttributeType
    ) -> NSExpressionDescription {
        let description = NSExpressionDescription()
        description.name = name
        description.expression = NSExpression(
            forFunction: function, arguments: [NSExpression(forKeyPath: keyPath)])
        description.expressionResultType = type
        return description
    }

    private func only(_ request: NSFetchRequest<NSDictionary>) throws -> NSDictionary {
        let found = try context.fetch(request)
        #expect(found.count == 1)
        return try #require(found.first)
    }

    private func int(_ dictionary: NSDictionary, _ key: String) -> Int? {
        (dictionary[key] as? NSNumber)?.intValue
    }

    @Test func `A dictionary has the properties that were asked for`() throws {
        try context.performAndWait {
            let found = try context.fetch(request(["title", "year"]))
            #expect(found.count == 10)
            #expect(found[4].allKeys.count == 2)
            #expect(found[4]["title"] as? String == "t1")
            #expect(int(found[4], "year") == 4)
        }
    }

    @Test func `Without properties it has all attributes that are not nil`() throws {
        try context.performAndWait {
            let found = try context.fetch(request())
            let keys = Set(found[1].allKeys.compactMap { $0 as? String })
            #expect(keys == ["title", "year", "price", "added", "isLent"])
            #expect(found[1]["isLent"] as? Bool == true)
            #expect(found[1]["added"] as? Date == Date(timeIntervalSinceReferenceDate: 100))
            #expect(found[1]["price"] as? Double == 2)
        }
    }

    @Test func `Properties may be given by description and by to-one key path`() throws {
        try context.performAndWait {
            let entity = try #require(store.coordinator.managedObjectModel.entitiesByName["Book"])
            let year = try #require(entity.attributesByName["year"])
            let found = try context.fetch(request([year, "author.name"]))
            #expect(found.map { int($0, "year") } == Array(0..<10))
            #expect(found[3]["author.name"] as? String == "Lem")
            #expect(found[9]["author.name"] == nil)
        }
    }

    @Test func `A to-one and SELF are object IDs`() throws {
        try context.performAndWait {
            let itself = NSExpressionDescription()
            itself.name = "objectID"
            itself.expression = NSExpression.expressionForEvaluatedObject()
            itself.resultType = .objectID
            let found = try context.fetch(request(["author", itself]))
            let author = try #require(found[2]["author"] as? NSManagedObjectID)
            #expect(context.object(with: author).text("name") == "Le Guin")
            let book = try #require(found[2]["objectID"] as? NSManagedObjectID)
            #expect(context.object(with: book).int("year") == 2)
            #expect(found[9]["author"] == nil)
        }
    }

    @Test func `Functions work over all rows that the predicate selects`() throws {
        try context.performAndWait {
            let request = request([
                function("count", "count:", "title"), function("sum", "sum:", "year"),
                function("min", "min:", "price"), function("max", "max:", "price"),
                function("average", "average:", "year"),
            ])
            request.sortDescriptors = nil
            request.predicate = NSPredicate(format: "year >= 6")
            let found = try only(request)
            #expect(int(found, "count") == 4)
            #expect(int(found, "sum") == 30)
            #expect(found["min"] as? Double == 12)
            #expect(found["max"] as? Double == 18)
            #expect(found["average"] as? Double == 7.5)
        }
    }

    @Test func `Over nothing a sum is 0, and an average and an extreme are missing`() throws {
        try context.performAndWait {
            let request = request([
                function("sum", "sum:", "price"), function("whole", "sum:", "year"),
                function("average", "average:", "year"), function("max", "max:", "year"),
                function("count", "count:", "year"),
            ])
            request.sortDescriptors = nil
            request.predicate = NSPredicate(format: "year > 100")
            let found = try only(request)
            #expect(found["sum"] as? Double == 0)
            #expect(int(found, "whole") == 0)
            #expect(int(found, "count") == 0)
            #expect(found["average"] == nil && found["max"] == nil)
        }
    }

    @Test func `Functions of a to-many go over all members of all rows`() throws {
        try context.performAndWait {
            let request = NSFetchRequest<NSDictionary>(entityName: "Author")
            request.resultType = .dictionaryResultType
            request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
            request.propertiesToGroupBy = ["name"]
            request.propertiesToFetch = [
                "name", function("books", "count:", "books"),
                function("latest", "max:", "books.year"),
                function("prices", "sum:", "books.price"),
                function("mean", "average:", "books.year"),
            ]
            let found = try context.fetch(request)
            #expect(found.map { int($0, "books") } == [5, 4])
            #expect(found.map { int($0, "latest") } == [8, 7])
            #expect(found.map { $0["prices"] as? Double } == [40, 32])
            #expect(found.map { $0["mean"] as? Double } == [4, 4])
            request.propertiesToGroupBy = nil
            request.sortDescriptors = nil
            request.propertiesToFetch = [function("books", "count:", "books")]
            #expect(int(try only(request), "books") == 9)
        }
    }

    @Test func `An expression of each row is worked out for each row`() throws {
        try context.performAndWait {
            let twice = NSExpressionDescription()
            twice.name = "twice"
            twice.expression = NSExpression(
                forFunction: "multiply:by:",
                arguments: [
                    NSExpression(forKeyPath: "year"), NSExpression(forConstantValue: 2),
                ])
            twice.expressionResultType = .integer64AttributeType
            let tags = NSExpressionDescription()
            tags.name = "tags"
            tags.expression = NSExpression(forKeyPath: "tags.@count")
            let found = try context.fetch(request([twice, tags]))
            #expect(found.map { int($0, "twice") } == (0..<10).map { $0 * 2 })
            #expect(found.map { int($0, "tags") } == [1, 1, 1, 0, 0, 0, 0, 0, 0, 0])
        }
    }

    @Test func `Grouping gives one dictionary for each group`() throws {
        try context.performAndWait {
            let request = request(["title", function("count", "count:", "year")])
            request.propertiesToGroupBy = ["title"]
            request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: false)]
            let found = try context.fetch(request)
            #expect(found.map { $0["title"] as? String } == ["t3", "t2", "t1", "t0"])
            #expect(found.map { int($0, "count") } == [1, 3, 3, 3])
        }
    }

    @Test func `Groups are chosen by a function, or by a result's name as a variable`() throws {
        try context.performAndWait {
            let count = function("count", "count:", "year")
            let request = request(["author.name", count])
            request.propertiesToGroupBy = ["author.name"]
            request.sortDescriptors = [NSSortDescriptor(key: "author.name", ascending: true)]
            request.havingPredicate = NSPredicate(format: "$count > 1")
            var found = try context.fetch(request)
            #expect(found.map { $0["author.name"] as? String } == ["Le Guin", "Lem"])
            request.havingPredicate = NSPredicate(format: "sum(year) > 16")
            found = try context.fetch(request)
            #expect(found.map { $0["author.name"] as? String } == ["Le Guin"])
        }
    }

    @Test func `Equal dictionaries come once where the request says so`() throws {
        try context.performAndWait {
            let request = request(["title"])
            request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
            #expect(try context.fetch(request).count == 10)
            request.returnsDistinctResults = true
            let titles = try context.fetch(request).map { $0["title"] as? String }
            #expect(titles == ["t0", "t1", "t2", "t3"])
            request.fetchLimit = 2
            request.fetchOffset = 1
            #expect(try context.fetch(request).map { $0["title"] as? String } == ["t1", "t2"])
        }
    }

    @Test func `Dictionaries never reflect unsaved changes`() throws {
        let child = TestStore.child(of: context)
        try context.performAndWait {
            context.make("Book", ["year": 77])
            for book in try context.all("Book", NSPredicate(format: "year < 5")) {
                context.delete(book)
            }
            #expect(try context.fetch(request(["year"])).map { int($0, "year") } == Array(0..<10))
        }
        try child.performAndWait {
            let years = try child.fetch(request(["year"])).map { int($0, "year") }
            #expect(years == Array(0..<10), "a child's come from the store too")
        }
    }

    @Test func `A count comes as the only result, unsaved changes counted`() throws {
        try context.performAndWait { () throws in
            let request = NSFetchRequest<NSNumber>(entityName: "Book")
            request.resultType = .countResultType
            context.make("Book", ["year": 77])
            #expect(try context.fetch(request).map(\.intValue) == [11])
            request.predicate = NSPredicate(format: "year > 7")
            #expect(try context.fetch(request).map(\.intValue) == [3])
        }
    }

    @Test func `A request whose type is known at run time only gives what it says`() throws {
        try context.performAndWait {
            let request = request(["year"]).converted(to: (any NSFetchRequestResult).self)
            #expect(try context.fetch(request).count == 10)
            let first: [Any] = try context.fetch(request)
            #expect(first.first is NSDictionary)
        }
    }

    @Test func `A transient property in dictionaries is an error that says so`() throws {
        context.performAndWait {
            let error = #expect(throws: NSError.self) { try context.fetch(request(["note"])) }
            #expect(error?.localizedDescription.contains("note") == true)
        }
    }

    @Test func `Grouping without dictionaries traps`() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let tests = try `Fetching dictionaries`()
            let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
            request.propertiesToGroupBy = ["title"]
            try tests.context.performAndWait { _ = try tests.context.fetch(request) }
        }
        #expect(said(result, "propertiesToGroupBy needs resultType"))
    }

    @Test func `Fetching what is neither grouped nor a function traps`() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let tests = try `Fetching dictionaries`()
            let request = tests.request(["title", "year"])
            request.propertiesToGroupBy = ["title"]
            try tests.context.performAndWait { _ = try tests.context.fetch(request) }
        }
        #expect(said(result, "take “year” out of propertiesToFetch"))
    }

    @Test func `A to-many among the properties traps`() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let tests = try `Fetching dictionaries`()
            try tests.context.performAndWait {
                _ = try tests.context.fetch(tests.request(["tags"]))
            }
        }
        #expect(said(result, "Invalid to-many relationship “tags”"))
    }
}
