import CoreData
import Foundation
import Testing

/// Ten books by year, 0 to 9; the even ones by Le Guin, the odd ones by Lem; titles a to j.
@Suite(.inVirtualTime) struct `Fetching` {
    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        store = try TestStore()
        let context = store.context()
        self.context = context
        try context.performAndWait {
            let leGuin = context.make("Author", ["name": "Le Guin"])
            let lem = context.make("Author", ["name": "Lem"])
            let tag = context.make("Tag", ["name": "short"])
            for year in 0..<10 {
                let book = context.make(
                    "Book",
                    [
                        "title": String(UnicodeScalar(UInt8(97 + year))), "year": year,
                        "author": year % 2 == 0 ? leGuin : lem,
                    ])
                if year < 3 { book.setValue(Set([tag]), forKey: "tags") }
            }
            try context.save()
        }
    }

    private func request(
        _ format: String? = nil, limit: Int = 0, offset: Int = 0, ascending: Bool = true
    ) -> NSFetchRequest<NSManagedObject> {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
        request.sortDescriptors = [NSSortDescriptor(key: "year", ascending: ascending)]
        request.predicate = format.map { NSPredicate(format: $0) }
        request.fetchLimit = limit
        request.fetchOffset = offset
        return request
    }

    private func years(
        _ context: NSManagedObjectContext, _ request: NSFetchRequest<NSManagedObject>
    ) throws -> [Int?] {
        try context.fetch(request).map { $0.int("year") }
    }

    @Test(arguments: [1, 99, 100, 101, 250, 999, 1_000, 5_000])
    func `A collection of keys may have any size`(_ size: Int) throws {
        try context.performAndWait { () throws in
            let numbers = request()
            numbers.predicate = NSPredicate(
                format: "year IN %@",
                argumentArray: [(9 - size + 1...9).map { NSNumber(value: $0) }])
            #expect(try context.fetch(numbers).count == min(size, 10))
            let texts = request()
            texts.predicate = NSPredicate(
                format: "title IN %@",
                argumentArray: [(0..<size).map { $0 == 0 ? "j" : "none \($0)" }])
            #expect(try years(context, texts) == [9])
        }
    }

    @Test func `Results come in the order of the sort descriptors, a page at a time`() throws {
        try context.performAndWait { () throws in
            #expect(try years(context, request()) == Array(0..<10))
            #expect(try years(context, request(ascending: false)) == Array((0..<10).reversed()))
            #expect(try years(context, request(limit: 3)) == [0, 1, 2])
            #expect(try years(context, request(limit: 3, offset: 8)) == [8, 9])
            #expect(try years(context, request(offset: 7)) == [7, 8, 9])
            #expect(try years(context, request(limit: 3, offset: 20)) == [])
        }
    }

    @Test func `Sorting by a to-one's property breaks ties with the next descriptor`() throws {
        try context.performAndWait { () throws in
            let request = request()
            request.sortDescriptors = [
                NSSortDescriptor(key: "author.name", ascending: false),
                NSSortDescriptor(key: "year", ascending: true),
            ]
            #expect(try years(context, request) == [1, 3, 5, 7, 9, 0, 2, 4, 6, 8])
        }
    }

    @Test func `A count is that of the results, limit and offset included`() throws {
        try context.performAndWait { () throws in
            #expect(try context.count(for: request()) == 10)
            #expect(try context.count(for: request("year >= 4")) == 6)
            #expect(try context.count(for: request("year >= 4", limit: 4)) == 4)
            #expect(try context.count(for: request("year >= 4", limit: 4, offset: 4)) == 2)
        }
    }

    @Test func `Predicates reach through to-ones and to-manys`() throws {
        try context.performAndWait {
            #expect(try years(context, request("author.name == 'Lem'")) == [1, 3, 5, 7, 9])
            #expect(try years(context, request("ANY tags.name == 'short'")) == [0, 1, 2])
            #expect(try years(context, request("tags.@count == 0 AND year < 5")) == [3, 4])
            let prolific = try context.all(
                "Author", NSPredicate(format: "ANY books.year == 8"), sortedBy: "name")
            #expect(prolific.map { $0.text("name") } == ["Le Guin"])
        }
    }

    @Test func `Predicates compare with objects and with their IDs`() throws {
        try context.performAndWait {
            let lem = try #require(
                try context.all("Author", NSPredicate(format: "name == 'Lem'")).first)
            let byObject = request()
            byObject.predicate = NSPredicate(format: "author == %@", lem)
            #expect(try years(context, byObject) == [1, 3, 5, 7, 9])
            let byID = request()
            byID.predicate = NSPredicate(format: "author == %@ AND year > %d", lem.objectID, 5)
            #expect(try years(context, byID) == [7, 9])
        }
    }

    @Test func `IN takes strings and numbers`() throws {
        try context.performAndWait { () throws in
            let request = request()
            request.predicate = NSPredicate(format: "title IN %@", ["b", "d", "zz"])
            #expect(try years(context, request) == [1, 3])
            request.predicate = NSPredicate(format: "year IN %@", [9, 2, 77])
            #expect(try years(context, request) == [2, 9])
            request.predicate = NSPredicate(format: "title IN %@", [String]())
            #expect(try years(context, request) == [])
        }
    }

    @Test func `Results are object IDs when the request says so`() throws {
        try context.performAndWait {
            let request = NSFetchRequest<NSManagedObjectID>(entityName: "Book")
            request.resultType = .managedObjectIDResultType
            request.predicate = NSPredicate(format: "year == 4")
            let ids = try context.fetch(request)
            let id = try #require(ids.first)
            #expect(ids.count == 1)
            #expect(!id.isTemporaryID)
            #expect(context.object(with: id).int("year") == 4)
        }
    }

    @Test func `A fetched object is a fault whose row is at hand`() throws {
        try context.performAndWait {
            let book = try #require(try context.fetch(request("year == 4")).first)
            #expect(book.isFault)
            // Behind the engine's back: a second read of the row would see it.
            _ = try store.sql("UPDATE ZBOOK SET ZTITLE = 'changed' WHERE ZYEAR = 4")
            #expect(book.text("title") == "e")
            #expect(!book.isFault)
        }
    }

    @Test func `A request may ask for loaded objects`() throws {
        try context.performAndWait { () throws in
            let request = request("year == 4")
            request.returnsObjectsAsFaults = false
            #expect(try context.fetch(request).map(\.isFault) == [false])
        }
    }

    @Test func `A fetch leaves the values of an object that the context has`() throws {
        let other = store.context("other")
        try context.performAndWait {
            let held = try #require(try context.fetch(request("year == 4")).first)
            #expect(held.text("title") == "e")
            try other.performAndWait {
                let same = try #require(try other.fetch(request("year == 4")).first)
                same.setValue("changed", forKey: "title")
                try other.save()
            }
            let found = try context.fetch(request("title == 'changed'"))
            #expect(found == [held])
            #expect(held.text("title") == "e")
            let refreshing = request("year == 4")
            refreshing.shouldRefreshRefetchedObjects = true
            _ = try context.fetch(refreshing)
            #expect(held.text("title") == "changed")
        }
    }

    @Test func `Refreshing by a fetch keeps unsaved values`() throws {
        let other = store.context("other")
        try context.performAndWait {
            let held = try #require(try context.fetch(request("year == 4")).first)
            held.setValue(1.5, forKey: "price")
            try other.performAndWait {
                let same = try #require(try other.fetch(request("year == 4")).first)
                same.setValue("changed", forKey: "title")
                try other.save()
            }
            let refreshing = request("year == 4")
            refreshing.shouldRefreshRefetchedObjects = true
            _ = try context.fetch(refreshing)
            #expect(held.text("title") == "changed")
            #expect(held.value(forKey: "price") as? Double == 1.5)
            try context.save()
        }
        #expect(
            try store.sql("SELECT ZTITLE, ZPRICE FROM ZBOOK WHERE ZYEAR = 4") == [
                ["changed", "1.5"]
            ])
    }

    @Test func `An entity that the model lacks is error 134060`() throws {
        context.performAndWait {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Bock")
            let error = #expect(throws: NSError.self) { try context.fetch(request) }
            #expect(error?.code == 134060)
            #expect(error?.localizedDescription.contains("“Bock”") == true)
        }
    }

    @Test func `A predicate without a form in SQL is an error that says so`() throws {
        context.performAndWait {
            let transient = #expect(throws: NSError.self) {
                try context.fetch(request("note == 'x'"))
            }
            #expect(transient?.code == NSPersistentStoreOperationError)
            #expect(transient?.localizedDescription.contains("no form in SQL") == true)
            let unknown = request()
            unknown.predicate = NSPredicate(format: "titel == 'x'")
            let error = #expect(throws: NSError.self) { try context.count(for: unknown) }
            #expect(error?.localizedDescription.contains("titel") == true)
        }
    }

    @Test func `A context without stores says that it has none`() throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: LibraryModel.make())
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        context.performAndWait {
            let error = #expect(throws: NSError.self) { try context.all("Book") }
            #expect(error?.localizedDescription.contains("no stores") == true)
        }
    }
}
