import Documents
import Testing

@Suite struct SettingTests {
    private static var document: Document {
        get throws {
            try Document(
                file: "a.yaml",
                text: """
                    seed: 1
                    roles:
                      importer: { batch: 500, pace: 75ms }
                    phases:
                      - { name: idle, for: 200ms }
                      - { name: import, for: 1.5s }
                    limits: { main.stall.max: < 250ms }
                    """)
        }
    }

    private static func value(_ document: Document, _ path: String...) throws -> DocumentNode {
        var node = document.root
        for key in path {
            if let index = Int(key) {
                node = try node.elements()[index]
            } else {
                node = try node.mapping().require(key)
            }
        }
        return node
    }

    @Test func `A value is set by its path, and everything else stays`() throws {
        let document = try Self.document
        let set = try document.setting(path: "roles.importer.batch", to: "100")
        #expect(try Self.value(set, "roles", "importer", "batch").integer() == 100)
        #expect(
            try Self.value(set, "roles", "importer", "pace")
                == Self.value(document, "roles", "importer", "pace"))
        #expect(try Self.value(document, "roles", "importer", "batch").integer() == 500)
        #expect(set.digest != document.digest)
    }

    @Test func `A wrong value points at the option`() throws {
        let set = try Self.document.setting(path: "roles.importer.pace", to: "fast")
        let error = issue { try Self.value(set, "roles", "importer", "pace").duration() }
        #expect(error?.position.description == "--set roles.importer.pace=fast")
        #expect(error?.path == "roles.importer.pace")
    }

    @Test func `An element of a list goes by its name or its index`() throws {
        let byName = try Self.document.setting(path: "phases.import.for", to: "3s")
        #expect(try Self.value(byName, "phases", "1", "for").duration() == .seconds(3))
        let byIndex = try Self.document.setting(path: "phases.0.for", to: "3s")
        #expect(try Self.value(byIndex, "phases", "0", "for").duration() == .seconds(3))
    }

    @Test func `An element that is not there is an error with the nearest`() {
        let error = issue { try Self.document.setting(path: "phases.imprt.for", to: "3s") }
        #expect(error?.code == .unknownPath)
        #expect(error?.remedy == "did you mean “import”?")
        let index = issue { try Self.document.setting(path: "phases.2.for", to: "3s") }
        #expect(index?.remedy == "its elements are idle, import")
    }

    @Test func `A path that leads into a value is an error`() {
        let error = issue { try Self.document.setting(path: "seed.value", to: "3") }
        #expect(error?.code == .unknownPath)
        #expect(error?.message.contains("“seed”") == true)
    }

    @Test(arguments: ["", ".", "roles..batch", "roles."])
    func `A path has a key between its dots`(path: String) {
        #expect(issue { try Self.document.setting(path: path, to: "1") }?.code == .unknownPath)
    }

    @Test func `Keys with dots are found whole, and added whole under limits`() throws {
        let changed = try Self.document.setting(path: "limits.main.stall.max", to: "< 100ms")
        #expect(try Self.value(changed, "limits", "main.stall.max").string() == "< 100ms")
        #expect(try Self.value(changed, "limits").mapping().keys == ["main.stall.max"])
        let added = try Self.document.setting(path: "limits.loss.kill.max", to: "<= 0")
        #expect(
            try Self.value(added, "limits").mapping().keys == ["main.stall.max", "loss.kill.max"])
    }

    @Test func `A key that the file leaves out is added, for the reader to know or not`() throws {
        let set = try Self.document.setting(path: "crash.kills", to: "2")
        #expect(try Self.value(set, "crash", "kills").integer() == 2)
        let misspelled = try Self.document.setting(path: "roles.importer.bacth", to: "2")
        let importer = try Self.value(misspelled, "roles", "importer").mapping()
        _ = try importer.require("batch")
        _ = try importer.require("pace")
        let error = issue { try importer.finish() }
        #expect(
            error?.description
                == "--set roles.importer.bacth=2: unknown key “bacth”; did you mean “batch”?")
    }

    @Test func `A limit can be set whatever its comparison`() throws {
        for text in ["< 5", "<=5", "> 5", ">= 5"] {
            let set = try Self.document.setting(path: "limits.import.rate.total", to: text)
            #expect(try Self.value(set, "limits", "import.rate.total").string() == text)
        }
    }

    @Test func `A list or mapping can be set in brackets`() throws {
        let set = try Self.document.setting(path: "crash", to: "{ kills: 4 }")
        #expect(try Self.value(set, "crash", "kills").integer() == 4)
        let error = issue { try Self.document.setting(path: "crash", to: "{ kills: 4") }
        #expect(error?.code == .invalidSyntax)
        #expect(error?.position.source == "--set crash={ kills: 4")
    }
}
