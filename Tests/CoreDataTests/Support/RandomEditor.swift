import CoreData
import Execution
import Foundation
import Testing

/// Makes random edits in a context, and the same ones in plain values.
struct RandomEditor {
    var contents = LibraryContents()
    private var stream: RandomStream
    private var highest = 0

    init(_ stream: RandomStream) {
        self.stream = stream
    }

    /// Whether to do what happens once in so many rounds.
    mutating func oneIn(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &stream) == 0 }

    /// Makes some edits.
    ///
    /// - Precondition: on the context's queue.
    mutating func edit(_ context: NSManagedObjectContext) throws {
        for _ in 0..<Int.random(in: 1...6, using: &stream) { try editOnce(context) }
    }

    private mutating func editOnce(_ context: NSManagedObjectContext) throws {
        switch Int.random(in: 0..<20, using: &stream) {
        case 0, 1: insertAuthor(context)
        case 2: insertTag(context)
        case 3...7: try insertBook(context)
        case 8, 9: try retitle(context)
        case 10...12: try moveBook(context)
        case 13...15: try tagBook(context)
        case 16: try setTagged(context)
        case 17: try deleteAuthor(context)
        case 18: try deleteTag(context)
        default: try deleteBook(context)
        }
    }

    private mutating func next() -> Int {
        highest += 1
        return highest
    }

    private mutating func insertAuthor(_ context: NSManagedObjectContext) {
        let number = next()
        context.make("Author", ["born": number, "name": "a\(number)"])
        contents.authors[number] = "a\(number)"
    }

    private mutating func insertTag(_ context: NSManagedObjectContext) {
        let number = next()
        context.make("Tag", ["name": "\(number)"])
        contents.tags.insert(number)
    }

    private mutating func insertBook(_ context: NSManagedObjectContext) throws {
        let number = next()
        let book = context.make("Book", ["year": number, "title": "b\(number)"])
        contents.books[number] = LibraryContents.Book(title: "b\(number)")
        guard let author = anyAuthor else { return }
        book.setValue(try find("Author", "born", author, context), forKey: "author")
        contents.books[number]!.author = author
    }

    private mutating func retitle(_ context: NSManagedObjectContext) throws {
        guard let number = anyBook else { return }
        let title = oneIn(4) ? nil : "t\(next())"
        try find("Book", "year", number, context).setValue(title, forKey: "title")
        contents.books[number]!.title = title
    }

    private mutating func moveBook(_ context: NSManagedObjectContext) throws {
        guard let number = anyBook else { return }
        let author = oneIn(4) ? nil : anyAuthor
        let object = try author.map { try find("Author", "born", $0, context) }
        try find("Book", "year", number, context).setValue(object, forKey: "author")
        contents.books[number]!.author = author
    }

    private mutating func tagBook(_ context: NSManagedObjectContext) throws {
        guard let number = anyBook else { return }
        let chosen = contents.tags.sorted().filter { _ in oneIn(2) }
        let objects = try chosen.map { try find("Tag", "name", $0, context) }
        try find("Book", "year", number, context).setValue(Set(objects), forKey: "tags")
        contents.books[number]!.tags = Set(chosen)
    }

    /// Sets the books of a tag: the other end of the same relationship.
    private mutating func setTagged(_ context: NSManagedObjectContext) throws {
        guard let tag = anyTag else { return }
        let chosen = Set(contents.books.keys.sorted().filter { _ in oneIn(3) })
        let objects = try chosen.sorted().map { try find("Book", "year", $0, context) }
        try find("Tag", "name", tag, context).setValue(Set(objects), forKey: "books")
        for number in contents.books.keys {
            if chosen.contains(number) {
                contents.books[number]!.tags.insert(tag)
            } else {
                contents.books[number]!.tags.remove(tag)
            }
        }
    }

    /// Takes the author's books along.
    private mutating func deleteAuthor(_ context: NSManagedObjectContext) throws {
        guard let number = anyAuthor else { return }
        context.delete(try find("Author", "born", number, context))
        contents.authors[number] = nil
        contents.books = contents.books.filter { $0.value.author != number }
    }

    private mutating func deleteTag(_ context: NSManagedObjectContext) throws {
        guard let tag = anyTag else { return }
        context.delete(try find("Tag", "name", tag, context))
        contents.tags.remove(tag)
        for number in contents.books.keys { contents.books[number]!.tags.remove(tag) }
    }

    private mutating func deleteBook(_ context: NSManagedObjectContext) throws {
        guard let number = anyBook else { return }
        context.delete(try find("Book", "year", number, context))
        contents.books[number] = nil
    }

    // By number, so that a seed chooses the same ones each time.
    private var anyAuthor: Int? {
        mutating get { contents.authors.keys.sorted().randomElement(using: &stream) }
    }

    private var anyTag: Int? {
        mutating get { contents.tags.sorted().randomElement(using: &stream) }
    }

    private var anyBook: Int? {
        mutating get { contents.books.keys.sorted().randomElement(using: &stream) }
    }

    private func find(
        _ entity: String, _ key: String, _ number: Int, _ context: NSManagedObjectContext
    ) throws -> NSManagedObject {
        let value: Any = key == "name" ? "\(number)" : number
        let predicate = NSPredicate(format: "%K == %@", argumentArray: [key, value])
        let found = try context.all(entity, predicate)
        #expect(found.count == 1, "\(entity) \(number)")
        return try #require(found.first, "\(entity) \(number)")
    }
}
