import CoreData
import Foundation
import Testing

@Suite(.inVirtualTime) struct `Key-value coding` {
    private func withLibrary(_ body: (NSManagedObject, NSManagedObjectContext) throws -> Void)
        throws
    {
        let store = try TestStore()
        let context = store.context()
        try context.performAndWait {
            let author = context.make("Author", ["name": "Lem", "born": 1921])
            for (title, year) in [("Solaris", 1961), ("Fiasco", 1986), ("Eden", 1958)] {
                context.make("Book", ["title": title, "year": year, "author": author])
            }
            context.make("Book", ["author": author, "year": 1961])
            try body(author, context)
        }
        withExtendedLifetime(store) {}
    }

    @Test func `A property is read and set by subscript`() throws {
        try withLibrary { author, _ in
            #expect(author["name"] as? String == "Lem")
            author["name"] = "Stanisław Lem"
            #expect(author.text("name") == "Stanisław Lem")
            author["born"] = nil
            #expect(author["born"] == nil)
        }
    }

    @Test func `A path goes through objects to a value`() throws {
        try withLibrary { author, _ in
            let book = try #require(author.many("books").first)
            #expect(book.value(forKeyPath: "author.name") as? String == "Lem")
            #expect(book.value(forKeyPath: "author.born") as? Int == 1921)
            #expect(book.value(forKeyPath: "author") as? NSManagedObject === author)
            book.setValue(nil, forKey: "author")
            #expect(book.value(forKeyPath: "author.name") == nil)
        }
    }

    @Test func `A to-many on the way gives the set of values, without nil`() throws {
        try withLibrary { author, _ in
            #expect(
                author.value(forKeyPath: "books.title") as? Set<String>
                    == ["Solaris", "Fiasco", "Eden"])
            #expect(author.value(forKeyPath: "books.year") as? Set<Int> == [1961, 1986, 1958])
            #expect(
                author.value(forKeyPath: "books") as? Set<NSManagedObject> == author.many("books"))
        }
    }

    @Test func `Operators make a number or a list of a collection`() throws {
        try withLibrary { author, _ in
            #expect(author.value(forKeyPath: "books.@count") as? Int == 4)
            #expect(author.value(forKeyPath: "books.@max.year") as? Int == 1986)
            #expect(author.value(forKeyPath: "books.@sum.year") as? Double == 7866)
            #expect(author.value(forKeyPath: "books.@avg.year") as? Double == 7866.0 / 4)
            let years = author.value(forKeyPath: "books.@unionOfObjects.year") as? [Int]
            #expect(years?.sorted() == [1958, 1961, 1961, 1986])
            let distinct = author.value(forKeyPath: "books.@distinctUnionOfObjects.year") as? [Int]
            #expect(distinct?.sorted() == [1958, 1961, 1986])
        }
    }

    @Test func `A value is set at the end of a path, and in all objects of a to-many`() throws {
        try withLibrary { author, _ in
            let book = try #require(author.many("books").first)
            book.setValue("L.", forKeyPath: "author.name")
            #expect(author.text("name") == "L.")
            author.setValue(2000, forKeyPath: "books.year")
            #expect(author.value(forKeyPath: "books.year") as? Set<Int> == [2000])
        }
    }

    @Test func `Several values are set and read at once, with NSNull for nil`() throws {
        try withLibrary { author, context in
            author.setValuesForKeys(["name": "L", "born": NSNull()])
            let values = author.dictionaryWithValues(forKeys: ["name", "born"])
            #expect(values["name"] as? String == "L")
            #expect(values["born"] is NSNull)
            #expect(values.count == 2)
            author.setValuesForKeys(["name": String?.some("M") as Any, "born": 1_921])
            author.setValuesForKeys(["born": Int?.none as Any])
            #expect(author.text("name") == "M")
            #expect(author.value(forKey: "born") == nil)
        }
    }
}
