import Documents
import Foundation
import Testing
import WorkloadEngine

/// The file beside a model that describes its objects, and the forms of values that it can have.
@Suite struct ContentFileTests {
    let sample: SampleWorkload

    init() throws {
        sample = try SampleWorkload()
        try FileManager.default.copyItem(
            at: Self.models.appending(path: "Atlas.xcdatamodeld"),
            to: sample.folder.appending(path: "Atlas.xcdatamodeld"))
    }

    private static let models = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Workloads/Models")

    private static func shipped() throws -> String {
        try String(contentsOf: models.appending(path: "Atlas.content.yaml"), encoding: .utf8)
            .replacing("../Data/countries.jsonl", with: "countries.jsonl")
    }

    private static let local = ("Models/Atlas.xcdatamodeld", "Atlas.xcdatamodeld")

    /// A workload on the copied model, with a content file of its own beside it.
    private func workload(
        content: [(String, String)] = [], _ replacements: (String, String)...
    ) throws -> Workload {
        var text = try Self.shipped()
        for (part, replacement) in content {
            try #require(text.contains(part), "the content has no “\(part)” to replace")
            text = text.replacing(part, with: replacement)
        }
        try sample.write(text, to: "Atlas.content.yaml")
        return try sample.parse(SampleWorkload.text([Self.local] + replacements))
    }

    private func rows(_ workload: Workload, of entity: String) throws -> [String] {
        try ExpectedData(OperationPlan(workload)).content.rows(of: entity).map(\.line)
    }

    @Test func `The file beside a model describes every workload without content`() throws {
        let workload = try workload()
        let names = workload.content.entities.map(\.name)
        #expect(names == ["Country", "City", "AlternateName", "Note"])
        #expect(workload.ui?.edits == "Note")
        #expect(workload.ui?.shows == "name")
        #expect(workload.importer?.partnerFiles.map(\.entity) == ["Country"])
    }

    @Test func `The content's values are part of the digest, and its comments are not`() throws {
        let digest = try workload().digest
        #expect(try workload(content: [("schema: 1", "# more\nschema: 1")]).digest == digest)
        #expect(try workload(content: [("letters 1..2", "letters 1..3")]).digest != digest)
        #expect(try workload(content: [("edits: Note\n", "")], Self.reading).digest != digest)
    }

    /// A user who only reads.
    private static let reading = (
        "edit: 0.3, delete: 0.2 }, page: 4, save: after-edit }\n  display: { arrivals: vsync 60Hz, "
            + "cost: 1ms }\nphases:\n  - { name: preload, notes: 20, measured: false }",
        "scroll: 0.5 }, page: 4, save: after-edit }\n  display: { arrivals: vsync 60Hz, "
            + "cost: 1ms }\nphases:"
    )

    @Test func `The role says it, or the file does`() throws {
        let inline = "Country, partners: { Country: lands.jsonl }"
        let workload = try workload(
            ("find-or-create: Country", "find-or-create: \(inline)"),
            ("page: 4", "page: 4, shows: timezone"))
        #expect(workload.ui?.shows == "timezone")
        #expect(workload.importer?.partnerFiles.map(\.file.path) == ["lands.jsonl"])
    }

    @Test func `A partner's file beside the importer's own lines belongs to these`() throws {
        let countries = SampleWorkload.countries.replacing("Germany", with: "Deutschland")
        try sample.write(countries, to: "countries.jsonl")
        // The shipped file's path leads from the shipped content to other countries.
        let workload = try sample.workload()
        #expect(try rows(workload, of: "Country").contains { $0.contains("Deutschland") })
        #expect(workload.importer?.partnerFiles.map(\.file.path) == ["countries.jsonl"])
    }

    @Test func `An edited object holds what its operation brings`() throws {
        let plan = try OperationPlan(workload())
        let edit = try #require(plan.operations.last { $0.kind == .edit })
        guard case .edit(let value) = edit.payload else { return }
        let rows = ExpectedData(plan, applying: [0, edit.index]).content.rows(of: "Note")
        #expect(rows.count == 20)
        #expect(
            rows[value.number].line
                == "Note \(value.number): number \(value.number), title \"Note \(value.number)\","
                + " text \"\(value.text)\", revision \(value.revision),"
                + " changedAt \(value.changedAt)")
    }

    @Test func `What is fixed is there before the line comes, and the rest is older`() throws {
        let workload = try workload(
            ("batch: 2", "method: upsert, batch: 2"),
            ("notes: 20, measured", "notes: 20, imported: 3, measured"))
        let plan = try OperationPlan(workload)
        let preload = try #require(plan.operations.first { $0.role == .importer })
        let older = ExpectedData(plan, applying: [preload.index]).content.rows(of: "City")
        let newer = ExpectedData(plan).content.rows(of: "City")
        #expect(older.count == 3)
        #expect(older[0].line.contains("latitude 50.77664, longitude 6.08342, population 132604,"))
        #expect(newer[0].line.contains("latitude 50.77664, longitude 6.08342, population 265208,"))
        let other = try self.workload(
            content: [("real from latitude fixed", "real from latitude")],
            ("batch: 2", "method: upsert, batch: 2"),
            ("notes: 20, measured", "notes: 20, imported: 3, measured"))
        let halved = try ExpectedData(OperationPlan(other), applying: [preload.index])
            .content.rows(of: "City")
        #expect(halved[0].line.contains("latitude 25.38832, longitude 6.08342"))
    }

    @Test func `Lines that are generated have the second form, and partners of the file`() throws {
        let workload = try workload(
            ("import: cities.jsonl", "generate: 40"), ("batch: 2", "batch: 20"))
        let plan = try OperationPlan(workload)
        let content = ExpectedData(plan).content
        let cities = content.rows(of: "City").map(\.line)
        #expect(cities.count == 40)
        #expect(cities.allSatisfy { $0.hasSuffix("country \"CH\"") || $0.hasSuffix("\"DE\"") })
        #expect(content.rows(of: "Country").map(\.line).contains { $0.contains("Switzerland") })
        #expect(!content.rows(of: "AlternateName").isEmpty)
        let edits = plan.operations.filter { $0.role == .importer }.reduce(0) { $0 + $1.edits }
        let names = ["City", "Country", "AlternateName"]
        let made = names.reduce(0) { $0 + content.rows(of: $1).count }
        #expect(edits == made)
    }

    @Test func `Lines of a file are the same objects for every seed`() throws {
        let first = try OperationPlan(workload())
        let other = try workload(("seed: 7", "seed: 8"))
        let shared = try OperationPlan(other, sharing: first)
        let alone = try OperationPlan(other)
        #expect(shared.digest == alone.digest)
        #expect(ExpectedData(shared).content == ExpectedData(alone).content)
        #expect(shared.digest != first.digest)
    }

    private static let mistakes: [(part: String, replacement: String, message: String)] = [
        ("key edit", "key edited", "unknown kind of key “edited”; did you mean “edit”?"),
        ("edit text", "edit txt", "unknown part of an edit “txt”; did you mean “text”?"),
        ("edit date", "edit", "write it as in: edit text"),
        ("edit text", "edit date", "Note.text cannot hold “edit date”"),
        ("population fixed", "population fixd", "malformed"),
        ("or letters 1..2", "or letters 1..2 or letters 3..4", "“or” joins two forms"),
        ("text from admin1 fixed or", "letters 2..2 or", "“or” joins two forms"),
        ("edits: Note", "edits: Country", "the user writes objects of Country, and"),
        ("edits: Note", "edits: Notes", "did you mean “Note”?"),
        ("edits: Note", "edit: Note", "unknown key “edit”"),
        ("partners: { Country", "partners: { Land", "unknown entity of the content “Land”"),
        ("partners: { Country", "partners: { AlternateName", "no line tells which AlternateName"),
        ("    position: place", "    note: one of 5 Note", "Note is found for another here"),
        ("new from alternateNames AlternateName", "new from alternateNames Note", "Note is a part"),
        ("or new 0..3 AlternateName", "or new 0..3 Note", "Note is a part here"),
    ]

    @Test(arguments: mistakes.indices)
    func `Each mistake in a content file is one clear error in that file`(_ index: Int) throws {
        let mistake = Self.mistakes[index]
        var text = try Self.shipped().replacing(
            "integer from population or", with: "integer from population fixed or")
        try #require(text.contains(mistake.part))
        text = text.replacing(mistake.part, with: mistake.replacement)
        try sample.write(text, to: "Atlas.content.yaml")
        let error = #expect(throws: (any Error).self) {
            try sample.parse(SampleWorkload.text([Self.local])).loadModel()
        }
        let message = error.map { "\($0)" } ?? ""
        #expect(message.contains(mistake.message), "\(message)")
    }

    @Test func `A line without a value that the model wants is told by its number`() throws {
        try sample.write(
            SampleWorkload.cities.replacing("\"timezone\":\"Europe/Zurich\",", with: ""),
            to: "cities.jsonl")
        let workload = try workload()
        let error = #expect(throws: WorkloadError.self) { try OperationPlan(workload) }
        #expect(
            error?.description.hasPrefix(
                "cities.jsonl:2:1: line 2 has no “timezone”, and the model wants a value of"
                    + " City.timezone") == true, "\(String(describing: error))")
    }
}
