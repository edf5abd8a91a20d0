import Documents
import Foundation
import Testing

@Suite struct DocumentTests {
    private static let text = """
        # what it is about
        schema: 1
        roles:
          importer: { batch: 500, pace: 75ms }
          ui:
            mix:
              search: 0.5
        phases:
          - { name: import, for: 1.5s }
        """

    @Test func `Every value knows its path, line and column`() throws {
        let mapping = try Document(file: "a.yaml", text: Self.text).mapping()
        let roles = try mapping.require("roles").mapping()
        let pace = try roles.require("importer").mapping().require("pace")
        #expect(pace.path == "roles.importer.pace")
        #expect(pace.position.description == "a.yaml:4:33")
        let search = try roles.require("ui").mapping().require("mix").mapping().require("search")
        #expect(search.path == "roles.ui.mix.search")
        #expect(search.position.description == "a.yaml:7:15")
        let phase = try mapping.require("phases").elements()[0].mapping().require("for")
        #expect(phase.path == "phases.0.for")
        #expect(phase.position.description == "a.yaml:9:26")
    }

    @Test func `Text that is no YAML is an error at its place`() throws {
        let error = issue { try Document(file: "a.yaml", text: "a: 1\nb: [1, 2\nc: 3\n") }
        #expect(error?.code == .invalidSyntax)
        #expect(error?.position.line == 3)
    }

    @Test func `A limit that begins with > is told to be put in quotes`() throws {
        let error = issue {
            try Document(file: "a.yaml", text: "limits: { import.rate.mean: > 5000 objects/s }")
        }
        #expect(error?.remedy.contains("quotes") == true)
    }

    @Test func `A key that stands twice in a mapping is an error`() {
        let error = issue { try Document(file: "a.yaml", text: "a: 1\nb:\n  c: 1\n  c: 2\n") }
        #expect(error?.code == .duplicateKey)
        #expect(error?.message.contains("“c”") == true)
        #expect(error?.position.line == 3)
    }

    @Test func `Two documents in one file are an error`() {
        let error = issue { try Document(file: "a.yaml", text: "a: 1\n---\nb: 2\n") }
        #expect(error?.code == .invalidSyntax)
        #expect(error?.position.line == 2)
    }

    @Test func `A key that is not text is an error`() {
        let error = issue { try Document(file: "a.yaml", text: "[a, b]: 1\n") }
        #expect(error?.code == .wrongType)
    }

    @Test func `A file whose aliases multiply is stopped`() {
        var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
        for level in 1...8 {
            let aliases = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
            text += "a\(level): &a\(level) [\(aliases)]\n"
        }
        let error = issue { try Document(file: "a.yaml", text: text) }
        #expect(error?.code == .invalidSyntax)
        #expect(error?.message.contains("100000") == true)
    }

    @Test func `An empty file is an empty value, not a mapping`() throws {
        let document = try Document(file: "a.yaml", text: "# nothing\n")
        #expect(issue { try document.mapping() }?.code == .wrongType)
    }

    @Test func `A file that is not there is named`() {
        let error = issue { try Document(contentsOf: "/nowhere/at/all.yaml") }
        #expect(error?.code == .unreadableFile)
        #expect(error?.description.hasPrefix("/nowhere/at/all.yaml: ") == true)
    }

    @Test func `A message is file, line, column, what and the remedy`() throws {
        let mapping = try Document(file: "a.yaml", text: "  sead: 1").mapping()
        _ = mapping.optional("seed")
        let error = issue { try mapping.finish() }
        #expect(error?.description == "a.yaml:1:3: unknown key “sead”; did you mean “seed”?")
    }

    @Test func `Aliases stand for what their anchor holds`() throws {
        let document = try Document(file: "a.yaml", text: "a: &x 5ms\nb: *x\n")
        #expect(try document.mapping().require("b").duration() == .milliseconds(5))
    }
}
