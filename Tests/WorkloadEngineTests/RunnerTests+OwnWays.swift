import Testing
import Topologies
import WorkloadEngine

// The ways to import objects of a content, on stacks that differ.
extension RunnerTests {
    /// Cities with a country and other names each, all drawn, and notes of the user.
    static let drawn = """
        schema: 1
        title: Drawn cities
        question: Does it work?
        expect: yes, it does
        seed: 7
        model: Models/Atlas.xcdatamodeld
        content:
          City:
            geonameID: key number
            name: words 1..3
            admin1: letters 2..2
            latitude: real 0..90
            longitude: real 0..180
            population: integer 0..1000000
            timezone: words 1..2
            country: one of 5 Country
            alternateNames: new 0..3 AlternateName
          Country: { code: key text, population: integer 0..1000000 }
          AlternateName: { name: words 1..2, position: integer 0..9 }
          Note:
            number: key number
            title: words 1..3
            text: words 4..9
            changedAt: date 2013..2014
            revision: integer 0..9
        roles:
          importer: { generate: 12, entity: City, batch: 3, pace: 10ms }
          ui:
            arrivals: poisson 200/s
            mix: { fetch-page: 0.3, search: 0.2, edit: 0.3, delete: 0.2 }
            page: 4
            save: after-edit
            edits: Note
            shows: name
        phases:
          - { name: preload, notes: 20, imported: 5, measured: false }
          - { name: import, for: 60ms, roles: [importer, ui] }
        """

    private static let ownImporter = "entity: City, batch: 3, pace: 10ms"

    private static let ownWays = [
        "find: each", "find: sorted", "relationships: none", "relationships: second-pass",
        "relationships: second-pass, find: each, link-batch: 1",
        "relationships: second-pass, find: sorted", "reset: true", "method: upsert",
        "method: upsert, find: each", "method: upsert, find: sorted",
        "method: upsert, relationships: none", "method: batch-insert, relationships: none",
        "method: batch-insert-block, relationships: none",
    ]

    /// The key texts sort as texts, so that a walk by their numbers would lose some.
    private static let keys = ["geonameID: key number", "name: key text"]

    private static let ownStacks = [
        "single-main", "siblings", "child-of-main", "writer-main-worker", "two-coordinators",
    ]

    private func drawn(_ way: String, key: String = "geonameID: key number") -> String {
        var text = Self.drawn.replacing(Self.ownImporter, with: Self.ownImporter + ", " + way)
        if !way.contains("upsert") { text = text.replacing(", imported: 5", with: "") }
        guard key.hasPrefix("name") else { return text }
        return text.replacing("geonameID: key number", with: "geonameID: unique number")
            .replacing("name: words 1..3\n", with: key + "\n")
    }

    @Test(arguments: ownWays, ownStacks)
    func `Each way to import drawn objects ends with the expected data`(
        _ way: String, _ topology: String
    ) async throws {
        for key in Self.keys {
            let run = try await run(sample.parse(drawn(way, key: key)), on: topology)
            #expect(run.outcome.failures.map(\.description) == [])
            #expect(run.outcome.differences == [])
            #expect(run.outcome.isAsExpected)
            for operation in run.plan.operations where operation.role == .importer {
                #expect(run.seen.edits[operation.index] == operation.edits, "\(operation)")
            }
        }
    }

    @Test func `An upsert changes every object that it finds`() throws {
        let plan = try OperationPlan(sample.parse(drawn("method: upsert")))
        let all = plan.operations.map(\.index)
        let batches = plan.operations.filter { $0.kind == .importBatch }.map(\.index)
        let before = ExpectedData(plan, applying: all.filter { !batches.contains($0) }).content
        let after = ExpectedData(plan, applying: all).content
        let changed = after.differences(from: before, limit: 1_000).filter {
            $0.hasPrefix("is City")
        }
        #expect(changed.count == 5)
        // Each city is there once, with the names that it had.
        let preload = try #require(plan.operations.first { $0.role == .importer }).index
        let both = ExpectedData(plan, applying: [preload] + batches).content
        #expect(both.count == ExpectedData(plan, applying: batches).content.count)
    }

    @Test func `A content with a memory is the one without`() throws {
        for way in ["method: upsert", "relationships: second-pass", "relationships: none"] {
            let plan = try OperationPlan(sample.parse(drawn(way)))
            let memory = RowMemory()
            for count in 0...plan.operations.count {
                let indices = Array(0..<count)
                let content = ExpectedData(plan, applying: indices).content
                #expect(ExpectedData(plan, applying: indices, memory: memory).content == content)
            }
        }
    }

    private static let ownMistakes: [(way: String, key: String?, message: String)] = [
        ("method: upsert", "unique number", "the importer finds objects of City by their key"),
        ("relationships: second-pass", "unique number", "by their key, but they have no key"),
        ("method: batch-insert", nil, "a batch insert sets no relationships"),
        ("method: upsert, relationships: second-pass", nil, "at once"),
        ("import: cities.jsonl", nil, "the importer has a file and generates lines"),
        ("find: eech", nil, "unknown way to find objects “eech”; did you mean “each”?"),
    ]

    @Test(arguments: ownMistakes.indices)
    func `Ways that cannot be taken are refused`(_ index: Int) throws {
        let mistake = Self.ownMistakes[index]
        var text = drawn(mistake.way)
        if let key = mistake.key {
            text = text.replacing("geonameID: key number", with: "geonameID: \(key)")
        }
        let error = #expect(throws: (any Error).self) { _ = try sample.parse(text) }
        #expect(
            error.map { "\($0)" }?.contains(mistake.message) == true, "\(String(describing: error))"
        )
    }
}
