import Documents
import Testing

@Suite struct MappingReaderTests {
    private static func reader(_ text: String) throws -> MappingReader {
        try Document(file: "a.yaml", text: text).mapping()
    }

    @Test func `A key that nobody asked for is an error with the nearest name`() throws {
        let mapping = try Self.reader("batch: 5\npcae: 75ms\n")
        _ = try mapping.require("batch")
        _ = mapping.optional("pace")
        let error = issue { try mapping.finish() }
        #expect(error?.code == .unknownKey)
        #expect(error?.position.description == "a.yaml:2:1")
        #expect(error?.path == "pcae")
        #expect(error?.remedy == "did you mean “pace”?")
    }

    @Test func `All unknown keys are reported at once`() throws {
        let mapping = try Self.reader("a: 1\nb: 2\nc: 3\n")
        _ = mapping.optional("b")
        #expect(issues { try mapping.finish() }.map(\.path) == ["a", "c"])
    }

    @Test func `A word that is near to none gets the list of keys`() throws {
        let mapping = try Self.reader("wholly-different: 1\n")
        _ = mapping.optional("batch")
        _ = mapping.optional("pace")
        let error = issue { try mapping.finish() }
        #expect(error?.remedy == "keys here are batch, pace")
    }

    @Test func `A mapping that was read whole finishes`() throws {
        let mapping = try Self.reader("a: 1\nb: 2\n")
        #expect(mapping.all().map(\.key) == ["a", "b"])
        try mapping.finish()
    }

    @Test func `A missing key is named, with its misspelling where there is one`() throws {
        let mapping = try Self.reader("roles:\n  importer:\n    bacth: 4\n")
        let importer = try mapping.require("roles").mapping().require("importer").mapping()
        let error = issue { try importer.require("batch") }
        #expect(error?.code == .missingKey)
        #expect(error?.position.description == "a.yaml:3:5")
        #expect(error?.message == "the key “batch” is missing in “roles.importer”")
        #expect(error?.remedy == "did you mean it by “bacth”?")
        #expect(issue { try importer.require("pace") }?.remedy == "add “pace: …”")
    }

    @Test func `Weights that sum to 1 come in the order of the file`() throws {
        let mapping = try Self.reader("search: 0.7\nedit: 0.2\ndelete: 0.1\n")
        let weights = try mapping.weights(
            of: ["delete", "edit", "fetch", "search"], what: "operation")
        #expect(weights.map(\.name) == ["search", "edit", "delete"])
        #expect(weights.map(\.weight) == [0.7, 0.2, 0.1])
        try mapping.finish()
    }

    @Test func `Weights that miss 1 are an error with their sum`() throws {
        let mapping = try Self.reader("mix: { search: 0.5, edit: 0.4 }\n")
        let mix = try mapping.require("mix").mapping()
        let error = issue { try mix.weights(of: ["search", "edit"], what: "operation") }
        #expect(error?.code == .wrongSum)
        #expect(error?.message == "the weights of “mix” sum to 0.9")
        #expect(error?.position.description == "a.yaml:1:6")
    }

    @Test func `An unknown weight and one below zero are both reported`() throws {
        let mapping = try Self.reader("serach: 0.5\nedit: -0.5\n")
        let issues = issues { try mapping.weights(of: ["search", "edit"], what: "operation") }
        #expect(issues.map(\.code) == [.unknownName, .outOfRange])
        #expect(issues.first?.remedy == "did you mean “search”?")
    }
}
