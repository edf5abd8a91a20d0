import Foundation
import Testing
import WorkloadEngine

/// Lines of a content that the entity has, and whose objects the model would refuse, move or delete
/// all the same.
struct ContentRuleTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// The properties of Book and Author beside a name each.
        var book = ""
        var author = ""
        var bookLines: [String]
        var authorLines: [String] = []
        var imported = "Book"
        var edited = "Book"
        var mix = "fetch-all: 0.5, edit: 0.4, delete: 0.1"
        /// Further keys of the importer.
        var way = ""
        var message: String
    }

    private static func toOne(_ details: String = "deletionRule=\"Nullify\"") -> String {
        "<relationship name=\"author\" optional=\"YES\" maxCount=\"1\" \(details)"
            + " destinationEntity=\"Author\" inverseName=\"books\" inverseEntity=\"Author\"/>"
    }

    private static func toMany(_ details: String) -> String {
        "<relationship name=\"books\" toMany=\"YES\" \(details) destinationEntity=\"Book\""
            + " inverseName=\"author\" inverseEntity=\"Book\"/>"
    }

    private static func attribute(_ name: String, _ details: String) -> String {
        "<attribute name=\"\(name)\" \(details)/>"
    }

    private static let cases = [
        Case(
            testDescription: "the inverse has a maximum", book: toOne(),
            author: toMany("optional=\"YES\" maxCount=\"3\""),
            bookLines: ["author: one of 9 Author"],
            message: "Author.books holds at most 3, and any number of objects of Book may get"),
        Case(
            testDescription: "the inverse has a minimum", book: toOne(),
            author: toMany("optional=\"YES\" minCount=\"2\""),
            bookLines: ["author: one of 9 Author"], message: "Author.books holds at least 2"),
        Case(
            testDescription: "the user sets what the import's second pass saves without",
            book: toOne(), author: toMany("minCount=\"1\""),
            bookLines: ["author: one of 9 Author"], mix: "fetch-all: 0.5, edit: 0.5",
            way: ", relationships: second-pass",
            message: "Author.books must have a value, but objects that Book.author creates"),
        Case(
            testDescription: "deleting the last empties what must not be empty", book: toOne(),
            author: toMany("minCount=\"1\""), bookLines: ["author: one of 9 Author"],
            message: "the user deletes objects of Book, and Author.books must not become empty;"
                + " leave delete out of roles.ui.mix, or leave author out"),
        Case(
            testDescription: "deleting deletes what others refer to",
            book: toOne("deletionRule=\"Cascade\""), author: toMany("optional=\"YES\""),
            bookLines: ["author: one of 9 Author"], message: "Book.author deletes with each an"),
        Case(
            testDescription: "deleting deletes what others refer to, without an inverse",
            book: "<relationship name=\"author\" optional=\"YES\" maxCount=\"1\""
                + " deletionRule=\"Cascade\" destinationEntity=\"Author\"/>",
            bookLines: ["author: one of 9 Author"], message: "Book.author deletes with each an"),
        Case(
            testDescription: "deleting is denied", book: toOne("deletionRule=\"Deny\""),
            author: toMany("optional=\"YES\""), bookLines: ["author: one of 9 Author"],
            message: "the user deletes objects of Book, and Book.author denies it"),
        Case(
            testDescription: "a partner lacks what it must have", book: toOne(),
            author: toMany("optional=\"YES\"")
                + "<relationship name=\"agent\" maxCount=\"1\" destinationEntity=\"Book\"/>",
            bookLines: ["author: one of 9 Author"],
            message: "Author.agent must have a value, but objects that Book.author creates"),
        Case(
            testDescription: "parts beyond the maximum", book: toOne(),
            author: toMany("optional=\"YES\" maxCount=\"3\""), bookLines: [],
            authorLines: ["books: new 0..5 Book"], imported: "Author", edited: "Author",
            message: "Author.books holds at most 3; write books: new 0..3 Book"),
        Case(
            testDescription: "a part that is set twice", book: toOne(),
            author: toMany("optional=\"YES\""), bookLines: ["author: one of 9 Editor"],
            authorLines: ["books: new 0..5 Book"], imported: "Author", edited: "Author",
            message: "Book.author is set by Author.books, whose part it is; leave author out"),
        Case(
            testDescription: "a transient attribute",
            book: attribute(
                "mood", "optional=\"YES\" transient=\"YES\" attributeType=\"String\""),
            bookLines: ["mood: words 1..2"],
            message: "Book.mood is transient: no store keeps it; leave it out"),
        Case(
            testDescription: "a default that breaks its own rule",
            book: attribute(
                "year",
                "optional=\"YES\" attributeType=\"Integer 16\" defaultValueString=\"0\""
                    + " minValueString=\"1900\""), bookLines: [],
            message: "Book.year has a default value that breaks its own rule, and the content gives"
                + " it none; add year: integer 1900.."),
        Case(
            testDescription: "a constraint of which nothing is unique",
            book: attribute("year", "attributeType=\"Integer 32\"")
                + attribute("kind", "attributeType=\"Boolean\"")
                + "<uniquenessConstraints><uniquenessConstraint><constraint value=\"year\"/>"
                + "<constraint value=\"kind\"/></uniquenessConstraint></uniquenessConstraints>",
            bookLines: ["year: integer 0..9", "kind: boolean 0.5"],
            message: "Book is unique by year, kind in the model, but its drawn values are not;"
                + " write year: unique number"),
        Case(
            testDescription: "a text too long for its attribute",
            book: attribute("sign", "attributeType=\"String\" maxValueString=\"8\""),
            bookLines: ["sign: words 1..1"],
            message: "which breaks its rule length <= 8; write sign: letters 2..8"),
        Case(
            testDescription: "a key of which a user's number is too large",
            book: attribute("code", "attributeType=\"Integer 32\" maxValueString=\"9999\""),
            bookLines: ["code: unique number"], message: "Book.code may be 1000000000 by"),
    ]

    private static func text(_ one: Case, model: String) -> String {
        func lines(_ lines: [String]) -> String { lines.map { "    \($0)\n" }.joined() }
        return """
            schema: 1
            title: A sample
            question: Does it hold?
            expect: no, it does not
            seed: 7
            model: \(model)
            content:
              Book:
                name: key text
            \(lines(one.bookLines))\
              Author:
                name: key text
            \(lines(one.authorLines))\
              Editor:
                name: key text
            roles:
              importer: { generate: 30, entity: \(one.imported), batch: 10, pace: 5ms\(one.way) }
              ui: { arrivals: poisson 20/s, mix: { \(one.mix) }, \
            page: 4, save: after-edit, edits: \(one.edited) }
            phases:
              - { name: preload, notes: 20, measured: false }
              - { name: import, for: 60ms, roles: [importer, ui] }
            """
    }

    @Test(arguments: cases)
    func `It is refused with its line and what to write`(_ one: Case) throws {
        let sample = try SampleWorkload()
        let model = sample.folder.appending(path: "Books.xcdatamodel")
        try FileManager.default.createDirectory(at: model, withIntermediateDirectories: true)
        let name = Self.attribute("name", "attributeType=\"String\"")
        try sample.write(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <model>
            <entity name="Book">\(name)\(one.book)</entity>
            <entity name="Author">\(name)\(one.author)</entity>
            <entity name="Editor" parentEntity="Author"/>
            </model>
            """, to: "Books.xcdatamodel/contents")
        let text = Self.text(one, model: model.path)
        let error = #expect(throws: WorkloadError.self) {
            _ = try sample.parse(text).loadModel()
        }
        #expect(error?.description.contains(one.message) == true, "\(error?.description ?? "")")
        #expect(error?.position.line != nil)
    }
}
