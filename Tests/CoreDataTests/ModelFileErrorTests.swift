import CoreData
import Foundation
import Testing

struct ModelFileErrorTests {
    /// A file's elements, from line 2 on, and the message about them after the path.
    struct Case: Sendable, CustomTestStringConvertible {
        let elements: String
        let said: String

        init(_ elements: String, _ said: String) {
            self.elements = elements
            self.said = said
        }

        var testDescription: String { said }
    }

    /// The message about elements: `line:column: message remedy`.
    private func said(_ elements: String) -> String? {
        ModelSamples.error(elements: elements).map { error in
            #expect(error.path.hasSuffix("Sample.xcdatamodel/contents"))
            #expect(error.description.hasPrefix(error.path + ":\(error.line!):\(error.column!): "))
            return "\(error.line!):\(error.column!): \(error.message) \(error.remedy)"
        }
    }

    private static let names: [Case] = [
        Case(
            "<entity/>", "2:1: The element \"entity\" has no \"name\". Add name=\"…\"."),
        Case(
            "<entity name=\"Note\"/>\n<entity name=\"Note\"/>",
            "3:9: There are two entities named Note. Rename one of them."),
        Case(
            "<entity name=\"Note\"/><entity name=\"Memo\" parentEntity=\"Nota\"/>",
            """
            2:42: The entity Memo: there is no entity named "Nota". Did you mean "Note"?
            """),
        Case(
            "<entity name=\"A\" parentEntity=\"B\"/>\n<entity name=\"B\" parentEntity=\"A\"/>",
            "2:18: A inherits from itself. Take one of the entities in the circle out of it."),
        Case(
            "<entity name=\"City\">\n"
                + "  <relationship name=\"country\" destinationEntity=\"Contry\"/>\n"
                + "</entity>\n<entity name=\"Country\"/>",
            """
            3:32: City.country: there is no entity named "Contry". Did you mean "Country"?
            """),
        Case(
            "<entity name=\"City\">\n  <relationship name=\"country\"/>\n</entity>",
            """
            3:3: The element "relationship" has no "destinationEntity". \
            Add destinationEntity="…".
            """),
        Case(
            """
            <entity name="City">
              <relationship name="country" destinationEntity="Country"
                            inverseName="citys" inverseEntity="Country"/>
            </entity>
            <entity name="Country">
              <relationship name="cities" toMany="YES" destinationEntity="City"/>
            </entity>
            """,
            """
            4:17: City.country: there is no relationship of Country named "citys". \
            Did you mean "cities"?
            """),
        Case(
            """
            <entity name="City">
              <relationship name="country" destinationEntity="Country" inverseName="cities"/>
            </entity>
            <entity name="Country">
              <relationship name="cities" toMany="YES" destinationEntity="City"/>
            </entity>
            """,
            """
            3:60: City.country has the inverse Country.cities, but that has none. \
            Make each the inverse of the other.
            """),
        Case(
            "<entity name=\"Note\"><fetchIndex name=\"i\">\n<fetchIndexElement property=\"n\"/>"
                + "</fetchIndex></entity>",
            """
            3:20: The element "fetchIndexElement": there is no property named "n". \
            Add it, or name another.
            """),
        Case(
            "<entity name=\"Note\"><attribute name=\"number\" attributeType=\"Integer 64\"/>\n"
                + "<uniquenessConstraints><uniquenessConstraint>\n<constraint value=\"numer\"/>"
                + "</uniquenessConstraint></uniquenessConstraints></entity>",
            """
            4:13: The element "constraint": there is no attribute named "numer". \
            Did you mean "number"?
            """),
        Case(
            "<entity name=\"Note\"/>\n<configuration name=\"L\"><memberEntity name=\"Notes\"/>"
                + "</configuration>",
            """
            3:39: The memberEntity Notes: there is no entity named "Notes". Did you mean "Note"?
            """),
        Case(
            "<entity name=\"Note\"/>\n<fetchRequest name=\"all\" entity=\"Notes\"/>",
            """
            3:26: The fetchRequest all: there is no entity named "Notes". Did you mean "Note"?
            """),
        Case(
            "<entity name=\"P\"><attribute name=\"at\" attributeType=\"Composite\" "
                + "composite=\"Pont\"/></entity><composite name=\"Point\"/>",
            """
            2:65: P.at: there is no composite named "Pont". Did you mean "Point"?
            """),
        Case(
            "<composite name=\"A\">\n<attribute name=\"a\" attributeType=\"Composite\" "
                + "composite=\"A\"/></composite>",
            "3:47: The composite A contains itself. Choose another composite."),
    ]

    @Test(arguments: names)
    func `A name that leads nowhere is refused where it stands`(_ sample: Case) {
        #expect(said(sample.elements) == sample.said)
    }

    /// A case on an attribute `Note.n`, which stands in line 3 from column 1.
    private static func attribute(_ rest: String, _ said: String) -> Case {
        Case("<entity name=\"Note\">\n<attribute name=\"n\" \(rest)/>\n</entity>", said)
    }

    private static let values: [Case] = [
        attribute(
            "attributeType=\"Integer64\"",
            """
            3:21: Note.n: attributeType="Integer64" is not a type of attribute. \
            Did you mean "Integer 64"?
            """),
        attribute(
            "optional=\"Yes\" attributeType=\"String\"",
            "3:21: Note.n: optional=\"Yes\" is not YES or NO. Did you mean \"YES\"?"),
        attribute(
            "attributeType=\"Boolean\" defaultValueString=\"maybe\"",
            """
            3:45: Note.n: defaultValueString="maybe" is not a default value of the type Boolean. \
            Write a default value of the type Boolean, or remove defaultValueString.
            """),
        attribute(
            "attributeType=\"Integer 16\" defaultValueString=\"40000\"",
            """
            3:48: Note.n has the default value 40000, a Int64, which is not of the type Integer \
            16. Set a value of the attribute's type and range, or none.
            """),
        attribute(
            "attributeType=\"Date\" defaultValueString=\"tomorrow\"",
            """
            3:42: Note.n: defaultValueString="tomorrow" is not a date as \
            2001-01-31 12:00:00 +0000. Write a date as 2001-01-31 12:00:00 +0000, or remove \
            defaultValueString.
            """),
        attribute(
            "attributeType=\"Integer 64\" minValueString=\"9\" maxValueString=\"3\"",
            """
            3:48: Note.n has a minimum that is greater than its maximum: integer(9), integer(3). \
            Correct the bounds, or remove them.
            """),
        attribute(
            "attributeType=\"String\" minValueString=\"-1\"",
            """
            3:44: Note.n: minValueString="-1" is not a length that bounds the type String. \
            Write a length that bounds the type String, or remove minValueString.
            """),
        attribute(
            "attributeType=\"String\" regularExpressionString=\"[a-\"",
            """
            3:44: Note.n has a regular expression that cannot be read: [a-. \
            Correct the bounds, or remove them.
            """),
        attribute(
            "attributeType=\"Undefined\"",
            """
            3:21: Note.n has a type that no store can keep: Undefined. \
            Choose another type, or make it transient.
            """),
        Case(
            "<entity name=\"No te\"/>",
            """
            2:9: "No te" cannot be the name of an entity. Use letters, digits and underscores, \
            and begin with a letter.
            """),
        Case(
            "<entity name=\"N\">\n<relationship name=\"n\" destinationEntity=\"N\" "
                + "deletionRule=\"Casade\"/></entity>",
            """
            3:46: N.n: deletionRule="Casade" is not a delete rule. Did you mean "Cascade"?
            """),
        Case(
            "<entity name=\"N\">\n<relationship name=\"n\" destinationEntity=\"N\" maxCount=\"3\"/>"
                + "</entity>",
            """
            3:46: N.n is to-one, but its greatest count is 3. Add toMany="YES" or set maxCount to 1.
            """),
        Case(
            "<entity name=\"N\">\n<relationship name=\"n\" destinationEntity=\"N\" minCount=\"x\"/>"
                + "</entity>",
            """
            3:46: N.n: minCount="x" is not a whole number from 0 on. \
            Write a whole number from 0 on, or remove minCount.
            """),
        Case(
            "<entity name=\"N\"><fetchedProperty name=\"f\"/></entity>",
            """
            2:18: N.f has no fetchRequest. Add the element fetchRequest with its entity and \
            predicate.
            """),
    ]

    @Test(arguments: values)
    func `A value that cannot be is refused where it stands`(_ sample: Case) {
        #expect(said(sample.elements) == sample.said)
    }

    // MARK: The text

    @Test(arguments: [
        (
            "<model>\n  <entity name=\"Note\">\n</model>", 3,
            "an end tag does not match its start tag"
        ),
        ("<model>\n<entity name=\"A\" name=\"B\"/></model>", 2, "an attribute is given twice"),
        ("<model>\n<entity", 2, nil),
        ("<model>\n", 1, "the element \"model\" is not closed"),
        ("", 1, "there is no complete element"),
        ("hello", 1, nil),
    ])
    func `A text that is not XML is refused with its line`(
        _ text: String, _ line: Int, _ reason: String?
    ) throws {
        let error = try #require(ModelSamples.error(text: text))
        #expect(error.code == .notWellFormed)
        #expect(error.line == line)
        if let reason { #expect(error.message == "This is not well-formed XML: \(reason).") }
    }

    @Test func `Another kind of XML file is refused`() throws {
        let error = try #require(ModelSamples.error(text: "<!-- a -->\n <plist/>"))
        #expect(error.code == .notAModel)
        #expect(error.line == 2)
        #expect(error.column == 2)
        #expect(error.message == "The outermost element is \"plist\", not \"model\".")
    }

    @Test func `A document type declaration is refused before anything is expanded`() throws {
        let error = try #require(
            ModelSamples.error(
                text: "<?xml version=\"1.0\"?>\n<!DOCTYPE m [<!ENTITY a \"b\">]><model/>"))
        #expect(error.code == .notAModel)
        #expect(error.line == 2)
    }

    @Test func `Places are right behind comments, blank lines and letters of any script`() throws {
        let error = try #require(
            ModelSamples.error(
                text: """
                    \u{FEFF}<?xml version="1.0" encoding="UTF-8"?>
                    <!-- <entity name="no"/>
                         <entity -->
                    <model userDefinedModelVersionIdentifier="1 > 0">

                    \t<entity name="Größe 城" isAbstract="JA"/></model>
                    """))
        #expect(error.line == 6)
        #expect(error.column == 25)
    }

    // MARK: The package

    /// Why a package with these files (name to text) cannot be loaded.
    private func error(
        loading name: String, files: [String: String]
    ) throws -> ModelFileError? {
        try ModelSamples.withDirectory { directory in
            for (path, text) in files {
                try ModelSamples.write(text, to: path, in: directory)
            }
            do {
                _ = try NSManagedObjectModel.load(
                    contentsOf: directory.appendingPathComponent(name))
                return nil
            } catch {
                return error as? ModelFileError
            }
        }
    }

    private let two = [
        "App.xcdatamodeld/One.xcdatamodel/contents": "<model/>",
        "App.xcdatamodeld/Two.xcdatamodel/contents": "<model/>",
    ]

    @Test func `A model that is not there is missing`() throws {
        let error = try #require(try error(loading: "No.xcdatamodeld", files: [:]))
        #expect(error.code == .unreadable)
        #expect(error.line == nil)
        #expect(
            error.description.hasSuffix("No.xcdatamodeld: There is no such model. Check the path."))
    }

    @Test func `Several versions without a current one are refused`() throws {
        let error = try #require(try error(loading: "App.xcdatamodeld", files: two))
        #expect(error.code == .currentVersion)
        #expect(error.message.contains("One.xcdatamodel, Two.xcdatamodel"))
    }

    @Test func `A current version that does not exist is refused with the nearest name`() throws {
        let mark = """
            <plist version="1.0"><dict><key>_XCCurrentVersionName</key>
            <string>Too.xcdatamodel</string></dict></plist>
            """
        let files = two.merging(["App.xcdatamodeld/.xccurrentversion": mark]) { $1 }
        let error = try #require(try error(loading: "App.xcdatamodeld", files: files))
        #expect(error.code == .currentVersion)
        #expect(error.remedy == "Did you mean \"Two.xcdatamodel\"?")
    }

    @Test func `A mark of the current version that cannot be read is refused`() throws {
        let files = two.merging(["App.xcdatamodeld/.xccurrentversion": "<plist"]) { $1 }
        let error = try #require(try error(loading: "App.xcdatamodeld", files: files))
        #expect(error.code == .currentVersion)
        #expect(error.path.hasSuffix(".xccurrentversion"))
    }

    @Test func `A package without a version, or a version without contents, is no model`() throws {
        let empty = try error(loading: "App.xcdatamodeld", files: ["App.xcdatamodeld/x": ""])
        #expect(empty?.code == .notAModel)
        let bare = try error(loading: "A.xcdatamodel", files: ["A.xcdatamodel/x": ""])
        #expect(bare?.code == .notAModel)
    }

    @Test func `A compiled model is refused with the way out`() throws {
        let error = try #require(try error(loading: "App.momd", files: ["App.momd/App.mom": "x"]))
        #expect(error.code == .notAModel)
        #expect(error.remedy.contains(".xcdatamodeld"))
    }

    // MARK: Bytes

    private func error(bytes: [UInt8]) throws -> ModelFileError? {
        try ModelSamples.withDirectory { directory in
            let url = directory.appendingPathComponent("contents")
            try Data(bytes).write(to: url)
            do {
                _ = try NSManagedObjectModel.load(contentsOf: url)
                return nil
            } catch let error as ModelFileError {
                return error
            }
        }
    }

    private func bytes(_ text: String, replacing mark: Character, by bytes: [UInt8]) -> [UInt8] {
        text.flatMap { $0 == mark ? bytes : Array(String($0).utf8) }
    }

    @Test(arguments: [
        "<model>\n<entity na§me=\"A\"/></model>", "<model>\n<ent§ity name=\"A\"/></model>",
        "<model>\n<entity name=\"A§\"/></model>", "<model>\n<entity§ name=\"A\"/></model>",
        "<model>\n<entity name=\"é\"/>§</model>",
        "<?xml version=\"1.0\" encoding=\"nonsense\"?><model>\n<entity na§me=\"A\"/></model>",
    ])
    func `Bytes that are not UTF-8 are refused with their place`(_ text: String) throws {
        let error = try #require(try error(bytes: bytes(text, replacing: "§", by: [0xE2])))
        let line = text.split(separator: "\n")[1]
        let column =
            line.distance(
                from: line.startIndex, to: line.firstIndex(of: "§")!) + 1
        #expect(error.code == .notWellFormed)
        #expect(error.message == "There are bytes here that are not UTF-8.")
        #expect(error.line == 2)
        #expect(error.column == column)
    }

    @Test func `A mark of byte order, UTF-16 and Latin-1 are read`() throws {
        let text = "<model><entity name=\"Été\"/></model>"
        #expect(try error(bytes: [0xEF, 0xBB, 0xBF] + Array(text.utf8)) == nil)
        let wide = "<?xml version=\"1.0\" encoding=\"UTF-16\"?>" + text
        #expect(try error(bytes: Array(wide.data(using: .utf16)!)) == nil)
        let latin = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>" + text
        #expect(try error(bytes: Array(latin.data(using: .isoLatin1)!)) == nil)
    }

    @Test(arguments: [65, 100_000])
    func `Elements that are nested too deeply are refused with their place`(_ depth: Int) throws {
        let text = String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        let error = try #require(ModelSamples.error(text: text))
        #expect(
            error.message
                == """
                Elements are nested here more than 64 levels deep; no model needs more than 6.
                """)
        #expect(error.line == 1)
        #expect(error.column == 64 * 3 + 1)
    }

    @Test func `The entity past the greatest number is refused with its place`() throws {
        let entities = (1...1_024).map { "<entity name=\"E\($0)\"/>" }
        #expect(ModelSamples.error(elements: entities.dropLast().joined(separator: "\n")) == nil)
        let error = try #require(ModelSamples.error(elements: entities.joined(separator: "\n")))
        #expect(error.line == 1_025)
        #expect(error.message == "The model has 1024 entities, and 1023 are the most.")
    }
}
