import CoreData
import Foundation
import Testing

/// Fetches over unsaved changes: six books in the store, by year 0 to 5.
@Suite(.inVirtualTime) struct `Fetching with unsaved changes` {
    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        store = try TestStore()
        let context = store.context()
        self.context = context
        try context.performAndWait {
            for year in 0..<6 { context.make("Book", ["title": "saved", "year": year]) }
            try context.save()
        }
    }

    private func request(
        _ format: String? = nil, limit: Int = 0, offset: Int = 0
    ) -> NSFetchRequest<NSManagedObject> {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
        request.sortDescriptors = [NSSortDescriptor(key: "year", ascending: true)]
        request.predicate = format.map { NSPredicate(format: $0) }
        request.fetchLimit = limit
        request.fetchOffset = offset
        return request
    }

    private func years(_ request: NSFetchRequest<NSManagedObject>) throws -> [Int?] {
        try context.fetch(request).map { $0.int("year") }
    }

    private func book(_ year: Int) throws -> NSManagedObject {
        try #require(try context.fetch(request("year == \(year)")).first)
    }

    @Test func `Insertions are found in their place and counted`() throws {
        try context.performAndWait { () throws in
            context.make("Book", ["title": "new", "year": 2])
            context.make("Book", ["title": "new", "year": -1])
            #expect(try years(request()) == [-1, 0, 1, 2, 2, 3, 4, 5])
            #expect(try years(request("year > 1")) == [2, 2, 3, 4, 5])
            #expect(try context.count(for: request("year > 1")) == 5)
            #expect(try years(request("title == 'new'")) == [-1, 2])
        }
    }

    @Test func `Updates fall into the result and out of it`() throws {
        try context.performAndWait {
            try book(0).setValue(10, forKey: "year")
            try book(5).setValue(-5, forKey: "year")
            #expect(try years(request("year >= 4")) == [4, 10])
            #expect(try context.count(for: request("year >= 4")) == 2)
            #expect(try years(request()) == [-5, 1, 2, 3, 4, 10])
        }
    }

    @Test func `Deletions are left out`() throws {
        try context.performAndWait {
            context.delete(try book(1))
            context.delete(try book(4))
            #expect(try years(request()) == [0, 2, 3, 5])
            #expect(try context.count(for: request("year > 2")) == 2)
        }
    }

    @Test func `Something inserted and deleted again is nowhere`() throws {
        try context.performAndWait { () throws in
            context.delete(context.make("Book", ["year": 3]))
            #expect(try years(request("year == 3")) == [3])
            #expect(try context.count(for: request()) == 6)
        }
    }

    @Test(arguments: 0..<8, 0..<9)
    func `Pages are cut from the whole result`(offset: Int, limit: Int) throws {
        try context.performAndWait {
            try book(0).setValue(10, forKey: "year")
            try book(5).setValue(-5, forKey: "year")
            context.delete(try book(2))
            context.make("Book", ["year": 3])
            context.make("Book", ["year": -7])
            let whole = [-7, -5, 1, 3, 3, 4, 10]
            let rest = whole.dropFirst(offset)
            let expected = limit == 0 ? Array(rest) : Array(rest.prefix(limit))
            let page = request(limit: limit, offset: offset)
            #expect(try years(page) == expected)
            #expect(try context.count(for: page) == expected.count)
        }
    }

    @Test func `A request may look past unsaved changes`() throws {
        try context.performAndWait {
            context.make("Book", ["year": 9])
            let changed = try book(0)
            changed.setValue(10, forKey: "year")
            let request = request("year == 0 OR year == 9 OR year == 10")
            request.includesPendingChanges = false
            #expect(try context.count(for: request) == 1)
            // Chosen by the store's value, and still the object with its unsaved value.
            #expect(try context.fetch(request) == [changed])
            #expect(changed.int("year") == 10)
        }
    }

    @Test func `Unsaved changes of another entity do not matter`() throws {
        try context.performAndWait { () throws in
            context.make("Author", ["name": "Lem"])
            #expect(try years(request(limit: 2)) == [0, 1])
            #expect(try context.count(for: request()) == 6)
        }
    }

    @Test func `An unsaved relationship counts in a predicate`() throws {
        try context.performAndWait {
            let author = context.make("Author", ["name": "Lem"])
            try book(3).setValue(author, forKey: "author")
            #expect(try years(request("author.name == 'Lem'")) == [3])
            let byObject = request()
            byObject.predicate = NSPredicate(format: "author == %@", author)
            #expect(try years(byObject) == [3])
            try context.save()
            #expect(try years(byObject) == [3])
        }
    }

    @Test func `A predicate in memory reads what a class reads by key`() throws {
        let model = Make.model(
            Make.entity("Shouter", Shouter.self, [Make.attribute("name", .stringAttributeType)]))
        let store = try TestStore(model: model)
        defer { withExtendedLifetime(store) {} }
        let context = store.context()
        try context.performAndWait { () throws in
            context.make("Shouter", ["name": "lem"])
            #expect(try context.all("Shouter", NSPredicate(format: "name == 'LEM'")).count == 1)
            #expect(try context.all("Shouter", NSPredicate(format: "name == 'lem'")).isEmpty)
        }
    }

    @Test func `A child's fetch counts the parent's unsaved changes and its own`() throws {
        let child = TestStore.child(of: context)
        try context.performAndWait {
            context.delete(try book(1))
            context.make("Book", ["year": 7])
        }
        try child.performAndWait {
            child.make("Book", ["year": 8])
            let two = try #require(try child.fetch(request("year == 2")).first)
            two.setValue(20, forKey: "year")
            let found = try child.fetch(request()).map { $0.int("year") }
            #expect(found == [0, 3, 4, 5, 7, 8, 20])
            let page = try child.fetch(request(limit: 2, offset: 3)).map { $0.int("year") }
            #expect(page == [5, 7])
            #expect(try child.count(for: request("year > 4")) == 4)
        }
    }
}
