import Foundation
import Testing
import WorkloadEngine

@Suite struct WorkloadDataTests {
    let sample: SampleWorkload

    init() throws {
        sample = try SampleWorkload()
    }

    private func error(_ replacements: (String, String)...) throws -> WorkloadError {
        let workload = try sample.parse(SampleWorkload.text(replacements))
        return try #require(throws: WorkloadError.self) { try OperationPlan(workload) }
    }

    /// What reading the workload and its model says of a mistake.
    private func mistake(_ replacements: (String, String)...) -> String {
        let text = SampleWorkload.text(replacements)
        let error = #expect(throws: (any Error).self) { try sample.parse(text).loadModel() }
        return error.map { "\($0)" } ?? ""
    }

    @Test func `A missing data file is named where the workload names it`() throws {
        let error = try error(("import: cities.jsonl", "import: towns.jsonl"))
        #expect(error.code == .missingFile)
        #expect(error.description.contains("sample.yaml:9:23"))
        #expect(error.description.contains("towns.jsonl"))
    }

    @Test func `A line that is no JSON is told by its number`() throws {
        let lines = SampleWorkload.cities.split(separator: "\n")
        let broken = lines[0...2] + ["{\"id\":4,"] + lines[4...]
        try sample.write(broken.joined(separator: "\n"), to: "cities.jsonl")
        let error = try error()
        #expect(error.code == .invalidData)
        #expect(error.description.hasPrefix("cities.jsonl:4:1: line 4 is not JSON"))
    }

    @Test func `A line that lacks a field or has one of another type names it`() throws {
        try sample.write(
            SampleWorkload.cities.replacing("\"population\":38293,", with: ""), to: "cities.jsonl")
        #expect(try error().description.contains("line 3 has no “population”"))
        try sample.write(
            SampleWorkload.cities.replacing("38293", with: "\"many\""), to: "cities.jsonl")
        #expect(
            try error().description.contains("line 3 has a “population” of the wrong type"))
    }

    @Test func `Two lines with one key, and a country that nobody knows, are errors`() throws {
        try sample.write(
            SampleWorkload.cities.replacing("\"id\":5,", with: "\"id\":2,"), to: "cities.jsonl")
        #expect(try error().description.contains("line 5 has the City 2 of a line before"))
        try sample.write(
            SampleWorkload.cities.replacing(
                "\"CH\",\"admin1\":\"FR\"", with: "\"XX\",\"admin1\":\"FR\""),
            to: "cities.jsonl")
        #expect(try error().description.contains("line 6 names the Country \"XX\""))
    }

    @Test func `More lines than there are cannot be taken`() throws {
        #expect(
            try error(("batch: 2", "take: 7, batch: 2")).description.contains("take 6 or fewer"))
    }

    @Test func `The model that ships has what the workloads use`() throws {
        let model = try sample.workload().loadModel()
        #expect(model.entitiesByName["City"] != nil)
    }

    @Test func `An entity that the content lacks is named with the nearest, where it was named`() {
        let entity = mistake(("entity: City", "entity: Citty"))
        #expect(entity.contains("sample.yaml:9:45"))
        #expect(entity.contains("did you mean “City”?"))
        let partner = mistake(("find-or-create: Country", "find-or-create: Land"))
        #expect(partner.contains("sample.yaml:9:67"), "\(partner)")
        #expect(partner.contains("“Land”"))
    }

    @Test func `What the user's edits bring cannot be imported`() {
        #expect(
            mistake(("entity: City", "entity: Note"))
                .contains("Note is imported, and number is an edit's"))
    }

    @Test func `A model without content is an error at its key, with the file that is looked for`()
    {
        let message = mistake(("Models/Atlas", "Models/Atlantis"))
        #expect(message.contains("sample.yaml:6:8"))
        #expect(message.contains("no Models/Atlantis.content.yaml"))
    }
}
