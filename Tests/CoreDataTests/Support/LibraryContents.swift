import CoreData
import Foundation
import Testing

/// The content of a library, as plain values: the model against which random edits are judged.
///
/// Authors are known by `born`, books by `year`, tags by the number that is their `name`.
struct LibraryContents: Equatable, CustomStringConvertible {
    struct Book: Equatable {
        var title: String?
        var author: Int?
        var tags: Set<Int> = []
    }

    var authors: [Int: String] = [:]
    var books: [Int: Book] = [:]
    var tags: Set<Int> = []

    /// Reads the contents of a context, and expects both ends of every relationship to agree.
    init(_ context: NSManagedObjectContext, _ comment: Comment) throws {
        for author in try context.all("Author") {
            authors[try #require(author.int("born"), comment)] = author.text("name")
        }
        for tag in try context.all("Tag") { tags.insert(try Self.number(of: tag, comment)) }
        for book in try context.all("Book") {
            let number = try #require(book.int("year"), comment)
            #expect(books[number] == nil, "\(number) twice, \(comment)")
            let tags = Set(try book.many("tags").map { try Self.number(of: $0, comment) })
            books[number] = Book(
                title: book.text("title"), author: book.one("author")?.int("born"), tags: tags)
        }
        for author in try context.all("Author") {
            let written = Set(books.filter { $0.value.author == author.int("born") }.keys)
            #expect(Set(author.many("books").compactMap { $0.int("year") }) == written, comment)
        }
        for tag in try context.all("Tag") {
            let number = try Self.number(of: tag, comment)
            let tagged = Set(books.filter { $0.value.tags.contains(number) }.keys)
            #expect(Set(tag.many("books").compactMap { $0.int("year") }) == tagged, comment)
        }
    }

    /// Reads the contents of the file with SQLite, and expects every reference to have a
    /// destination.
    init(_ store: TestStore, _ comment: Comment) throws {
        let rows = try store.sql(
            """
            SELECT 'author', ZBORN, ZNAME, NULL FROM ZAUTHOR UNION ALL \
            SELECT 'tag', ZNAME, NULL, NULL FROM ZTAG UNION ALL \
            SELECT 'book', b.ZYEAR, b.ZTITLE, a.ZBORN FROM ZBOOK b \
            LEFT JOIN ZAUTHOR a ON a.Z_PK = b.ZAUTHOR UNION ALL \
            SELECT 'tagging', b.ZYEAR, t.ZNAME, NULL FROM Z_2TAGS j \
            LEFT JOIN ZBOOK b ON b.Z_PK = j.Z_2BOOKS LEFT JOIN ZTAG t ON t.Z_PK = j.Z_3TAGS \
            UNION ALL SELECT 'lost', Z_PK, NULL, NULL FROM ZBOOK \
            WHERE ZAUTHOR NOT NULL AND ZAUTHOR NOT IN (SELECT Z_PK FROM ZAUTHOR)
            """)
        for row in rows {
            let number = try #require(row[1].flatMap(Int.init), "\(row), \(comment)")
            switch row[0] {
            case "author": authors[number] = row[2]
            case "tag": tags.insert(number)
            case "book": books[number] = Book(title: row[2], author: row[3].flatMap(Int.init))
            case "tagging":
                let tag = try #require(row[2].flatMap(Int.init), "\(row), \(comment)")
                books[number]?.tags.insert(tag)
            default: Issue.record("book \(number) has an author that is not there, \(comment)")
            }
        }
    }

    init() {}

    private static func number(of tag: NSManagedObject, _ comment: Comment) throws -> Int {
        try #require(tag.text("name").flatMap(Int.init), comment)
    }

    var description: String {
        let books = books.sorted { $0.key < $1.key }.map {
            "\($0.key): \($0.value.author.map(String.init) ?? "–") \($0.value.tags.sorted())"
        }
        return "authors \(authors.keys.sorted()), tags \(tags.sorted()), books \(books)"
    }
}
