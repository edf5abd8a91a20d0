import Foundation
import Testing

/// Models with rules that data must keep: a workload of `lab new` keeps them, and `lab lint`
/// refuses lines that would not.
struct `A model's rules` {
    /// A model, a line that `lab new` writes for it, and one that breaks its rule.
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var entities: String
        var written: String
        var broken: String
        var message: String

        var testDescription: String { name }
    }

    private static let cases = [
        Case(
            name: "a one-to-one relationship",
            entities: """
                <entity name="Person">
                <attribute name="name" attributeType="String"/>
                <attribute name="age" optional="YES" attributeType="Integer 16"/>
                <relationship name="passport" optional="YES" maxCount="1" \
                destinationEntity="Passport" inverseName="owner" inverseEntity="Passport"/>
                </entity>
                <entity name="Passport">
                <attribute name="code" attributeType="String"/>
                <relationship name="owner" optional="YES" maxCount="1" \
                destinationEntity="Person" inverseName="passport" inverseEntity="Person"/>
                </entity>
                """,
            written: "passport: new 0..1 Passport", broken: "passport: one of 50 Passport",
            message: "Person.passport is one-to-one, and “one of 50” would give one Passport to"
                + " several objects of Person; write passport: new 0..1 Passport"),
        Case(
            name: "a to-many relationship that must not be empty",
            entities: """
                <entity name="Album">
                <attribute name="title" attributeType="String"/>
                <relationship name="tracks" toMany="YES" minCount="1" deletionRule="Cascade" \
                destinationEntity="Track" inverseName="album" inverseEntity="Track"/>
                </entity>
                <entity name="Track">
                <attribute name="title" attributeType="String"/>
                <relationship name="album" maxCount="1" deletionRule="Nullify" \
                destinationEntity="Album" inverseName="tracks" inverseEntity="Album"/>
                </entity>
                """,
            written: "tracks: new 1..5 Track", broken: "tracks: new 0..5 Track",
            message: "Album.tracks holds at least 1; write tracks: new 1..5 Track"),
        Case(
            name: "a uniqueness constraint on what is no key",
            entities: """
                <entity name="Person">
                <attribute name="email" attributeType="String"/>
                <attribute name="id" attributeType="UUID"/>
                <uniquenessConstraints>
                <uniquenessConstraint><constraint value="id"/></uniquenessConstraint>
                <uniquenessConstraint><constraint value="email"/></uniquenessConstraint>
                </uniquenessConstraints>
                </entity>
                """,
            written: "email: unique text", broken: "email: words 1..4",
            message: "Person is unique by email in the model, but its drawn values are not;"
                + " write email: unique text"),
        Case(
            name: "a bound",
            entities: """
                <entity name="Album">
                <attribute name="title" attributeType="String" minValueString="1" \
                maxValueString="40"/>
                <attribute name="year" attributeType="Integer 16" minValueString="1900" \
                maxValueString="2100"/>
                </entity>
                """,
            written: "year: integer 1900..2100", broken: "year: integer 0..1000",
            message: "Album.year may be 0 by “integer 0..1000”, which breaks its rule"),
    ]

    private func write(_ entities: String, to folder: TemporaryFolder) throws {
        try FileManager.default.createDirectory(
            atPath: folder.file("M.xcdatamodel"), withIntermediateDirectories: true)
        try folder.write(
            """
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <model>
            \(entities)
            </model>
            """, to: "M.xcdatamodel/contents")
    }

    private func lab(_ arguments: String..., in folder: TemporaryFolder) async throws
        -> LabProcess.Result
    {
        var lab = LabProcess()
        lab.arguments = arguments
        lab.folder = folder.path
        return try await lab.run()
    }

    @Test(arguments: cases)
    func `What is written for them holds in a run`(_ one: Case) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try write(one.entities, to: folder)
        let written = try await lab("new", "--model", "M.xcdatamodel", in: folder)
        #expect(written.code == 0, "\(written.errors)")
        #expect(try await lab("lint", "M.yaml", in: folder).code == 0)
        let text = try folder.text("M.yaml")
        #expect(text.contains("\n    \(one.written)\n"), "\(text)")
        try folder.write(text.replacing("for: 1.2s", with: "for: 50ms"), to: "short.yaml")
        let run = try await lab(
            "--workload", "short.yaml", "--set", "roles.importer.generate=100", "--set",
            "roles.importer.batch=20", "--set", "crash.kills=0", "--topology", "siblings",
            "--topology", "private-writer", "--repetitions", "1",
            "--no-charts", "--quiet", "--output", folder.file("report"), in: folder)
        #expect(run.code == 0, "\(run.output) \(run.errors)")
    }

    @Test(arguments: cases)
    func `A line that would break one is refused with its place`(_ one: Case) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try write(one.entities, to: folder)
        _ = try await lab("new", "--model", "M.xcdatamodel", in: folder)
        let text = try folder.text("M.yaml")
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let place = try #require(lines.firstIndex { $0.contains("    \(one.written)") })
        // A partner that is found by a key needs one; the line otherwise stays unchanged.
        let broken = text.replacing(one.written, with: one.broken)
            .replacing("    code: words 1..4", with: "    code: key text")
        try folder.write(broken, to: "broken.yaml")
        for command in ["lint", "operations", "explain"] {
            let result = try await lab(command, "broken.yaml", in: folder)
            #expect(result.code == 3)
            #expect(result.errors.contains("broken.yaml:\(place + 1):5: "), "\(result.errors)")
            #expect(result.errors.contains(one.message), "\(result.errors)")
        }
        let run = try await lab("--workload", "broken.yaml", "--output", "out", in: folder)
        #expect(run.code == 3)
        #expect(run.errors.contains(one.message))
        #expect(!FileManager.default.fileExists(atPath: folder.file("out")))
    }

    /// Parts of a model that no store of the lab has as an app's has them, and what stands of each.
    private static let gaps = [
        ("Message.look", "transformable, and has no value", "coding it costs nothing here"),
        ("Message.recent", "fetched, and no operation reads it", "costs nothing here"),
        ("Alone", "has no objects", "the store is smaller than the app's"),
        ("Message", "without the code of the app's classes", "validation"),
    ]

    @Test func `What a run leaves out of a model is said by new, lint, explain, run and page`()
        async throws
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try write(
            """
            <entity name="Message" representedClassName="ChatMessage">
            <attribute name="text" attributeType="String"/>
            <attribute name="photo" optional="YES" attributeType="Binary" \
            allowsExternalBinaryDataStorage="YES"/>
            <attribute name="preview" optional="YES" attributeType="String" derived="YES" \
            derivationExpression="canonical:(text)"/>
            <attribute name="look" optional="YES" attributeType="Transformable"/>
            <relationship name="tags" optional="YES" toMany="YES" destinationEntity="Tag" \
            inverseName="messages" inverseEntity="Tag"/>
            <fetchedProperty name="recent" optional="YES">
            <fetchRequest name="fetchedPropertyFetchRequest" entity="Message" \
            predicateString="text != nil"/>
            </fetchedProperty>
            </entity>
            <entity name="Tag"><attribute name="name" attributeType="String"/>
            <relationship name="messages" optional="YES" toMany="YES" \
            destinationEntity="Message" inverseName="tags" inverseEntity="Message"/>
            </entity>
            <entity name="Draft"><attribute name="text" attributeType="String"/></entity>
            <entity name="Alone"><attribute name="text" attributeType="Binary"/></entity>
            """, to: folder)
        let written = try await lab(
            "new", "--model", "M.xcdatamodel", "--entity", "Message", in: folder)
        #expect(written.code == 0, "\(written.errors)")
        let run = try await lab(
            "run", "--workload", "M.yaml", "--topology", "siblings", "--set",
            "roles.importer.generate=40", "--repetitions", "1", "--no-charts", "--quiet",
            "--output", "out", in: folder)
        #expect(run.code == 0, "\(run.errors)")
        #expect(run.errors.contains("is not modelled as in an app's store"), "\(run.errors)")
        let texts = [
            "new": written.output, "lint": try await lab("lint", "M.yaml", in: folder).output,
            "explain": try await lab("explain", "M.yaml", in: folder).output,
            "page": try folder.text("out/report.html"),
        ]
        for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
            let words = text.replacing(/\s+/, with: " ").replacing("&#39;", with: "'")
            for (part, treatment, effect) in Self.gaps {
                for expected in [part, treatment, effect] {
                    #expect(words.contains(expected), "\(name): \(expected) in \(words)")
                }
            }
        }
    }

    private static let hopeless = [
        (
            "<attribute name=\"look\" attributeType=\"Transformable\"/>",
            "Item.look must have a value, but the content gives it none; make it optional in a copy"
                + " of the model: the lab makes no such values"
        ),
        (
            "<relationship name=\"others\" toMany=\"YES\" destinationEntity=\"Item\"/>",
            "Item.others must have a value, but the content gives it none; make it optional in a"
                + " copy of the model: the lab makes no such objects"
        ),
        (
            "<attribute name=\"sign\" attributeType=\"String\""
                + " regularExpressionString=\"[A-Z]{3}\"/>",
            "Item.sign must have a value, but the content gives it none"
        ),
    ]

    @Test(arguments: hopeless)
    func `What no content can hold is refused with the reason, and nothing written`(
        _ property: String, _ message: String
    ) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try write(
            "<entity name=\"Item\"><attribute name=\"name\" attributeType=\"String\"/>"
                + "\(property)</entity>", to: folder)
        let result = try await lab("new", "--model", "M.xcdatamodel", in: folder)
        #expect(result.code == 3)
        #expect(result.errors.contains("the lab makes no objects of Item"), "\(result.errors)")
        #expect(result.errors.contains(message), "\(result.errors)")
        #expect(folder.names == ["M.xcdatamodel"])
    }

    @Test func `A model of more entities than can be numbered is one clear error`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        func entities(_ count: Int) -> String {
            (0..<count).map { number in
                "<entity name=\"E\(number)\"><attribute name=\"name\" attributeType=\"String\"/>"
                    + "</entity>\n"
            }.joined()
        }
        try write(entities(1_000), to: folder)
        let fitting = try await lab("new", "--model", "M.xcdatamodel", in: folder)
        #expect(fitting.code == 0, "\(fitting.errors)")
        try write(entities(2_000), to: folder)
        for arguments in [
            ["new", "--model", "M.xcdatamodel", "--output", "n.yaml"], ["lint", "M.yaml"],
            ["run", "--workload", "M.yaml", "--output", "out"],
        ] {
            var lab = LabProcess()
            lab.arguments = arguments
            lab.folder = folder.path
            let result = try await lab.run()
            #expect(result.code == 3, "\(result.errors)")
            #expect(result.errors.contains("2000 entities"), "\(result.errors)")
        }
        #expect(folder.names == ["M.xcdatamodel", "M.yaml"])
    }

    @Test func `A name that YAML takes for something else is written in quotes`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try write(
            "<entity name=\"Null\"><attribute name=\"yes\" attributeType=\"String\"/></entity>",
            to: folder)
        try FileManager.default.moveItem(
            atPath: folder.file("M.xcdatamodel"), toPath: folder.file("a: b #c.xcdatamodel"))
        let written = try await lab(
            "new", "--model", "a: b #c.xcdatamodel", "--output", "w.yaml", in: folder)
        #expect(written.code == 0, "\(written.errors)")
        let lint = try await lab("lint", "w.yaml", in: folder)
        #expect(lint.code == 0, "\(lint.errors)")
    }
}
