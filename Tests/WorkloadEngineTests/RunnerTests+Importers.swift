import Documents
import Testing
import Topologies
import WorkloadEngine

// Several importers at once, which take the batches in turn.
//
//     importer 1   batch 1 ──▶ batch 4 ──▶ …
//     importer 2   batch 2 ──▶ batch 5 ──▶ …     none waits for another
//     importer 3   batch 3 ──▶ batch 6 ──▶ …
extension RunnerTests {
    /// Orders with lines and tags, whose partners are there before three importers begin.
    private static let together = """
        schema: 1
        title: Orders from three servers
        question: Does it work?
        expect: yes, it does
        seed: 7
        model: Models/Shop.xcdatamodeld
        content:
          Order:
            number: key number
            placedAt: date 2015..2025
            remark: words 1..6
            customer: one of 8 Customer
            lines: new 0..4 Line
            tags: some 0..3 of 9 Tag
          Line: { article: words 1..3, price: decimal 0..100, quantity: integer 1..9 }
          Customer: { email: key text, photo: bytes 0..300 }
          Tag: { name: key text }
          Book: { code: key uuid, title: words 1..3, pages: integer 1..900 }
        roles:
          importer: { generate: 40, entity: Order, batch: 3, pace: none, importers: 3 }
          ui:
            arrivals: poisson 200/s
            mix: { fetch-page: 0.3, search: 0.2, edit: 0.3, delete: 0.2 }
            page: 4
            save: after-edit
            edits: Book
            shows: remark
        phases:
          - { name: preload, notes: 20, measured: false }
          - { name: partners, partners: true, measured: false }
          - { name: import, for: 60ms, roles: [importer, ui] }
        """

    private static let togetherWays = [
        "pace: none", "pace: 2ms", "pace: none, find: each", "pace: none, reset: true",
        "pace: none, method: upsert",
    ]

    @Test(arguments: togetherWays, TopologyCatalogue.all.map { $0.name })
    func `Several importers end with the data of one, on every stack`(
        _ way: String, _ topology: String
    ) async throws {
        let text = Self.together.replacing("pace: none", with: way)
        let run = try await run(sample.parse(text), on: topology)
        #expect(run.outcome.failures.map(\.description) == [])
        #expect(run.outcome.saveFailures.map(\.message) == [])
        #expect(run.outcome.differences == [])
        #expect(run.outcome.isAsExpected)
        for operation in run.plan.operations where operation.role == .importer {
            #expect(run.seen.edits[operation.index] == operation.edits, "\(operation)")
        }
    }

    @Test(
        arguments: [UInt64](0..<4),
        ["siblings", "child-of-main", "writer-siblings", "container-background"])
    func `Several importers end with the data of one in every interleaving`(
        _ interleaving: UInt64, _ topology: String
    ) throws {
        let outcome = try runInVirtualTime(sample.parse(Self.together), topology, interleaving)
        #expect(outcome.isAsExpected, "\(outcome)")
    }

    @Test func `The data of several importers is the data of one`() throws {
        let one = Self.together.replacing("importers: 3", with: "importers: 1")
        let plans = try [one, Self.together].map { try OperationPlan(sample.parse($0)) }
        #expect(plans[0].digest == plans[1].digest)
        #expect(ExpectedData(plans[0]).content == ExpectedData(plans[1]).content)
    }

    @Test func `Of fourteen batches the importers save five, five and four`() async throws {
        let saves = try await run(sample.parse(Self.together), on: "siblings").seen.saves
        let counts = ["importing 2", "importing 3"].map { name in
            saves.count { $0 == "did \(name)" }
        }
        // The first one may have saved the partners, too.
        #expect(saves.count { $0 == "did importing" } >= 5)
        #expect(counts == [5, 4], "\(saves)")
    }

    @Test func `The partners of all lines are written before, each once`() throws {
        let plan = try OperationPlan(sample.parse(Self.together))
        let index = try #require(plan.operations.first { $0.phase == 1 }).index
        let content = ExpectedData(plan, applying: [index]).content
        #expect(content.rows(of: "Customer").count == 8)
        #expect(content.rows(of: "Tag").count == 9)
        #expect(content.count == 17 && plan.operations[index].edits == 17)
    }

    private func contexts(_ topology: String) throws -> [String] {
        try sample.parse(Self.together).resolved(VariantSpec(topology, option: "--topology"))
            .topology.importerContexts
    }

    @Test func `Each importer has a context where the first has one of its own`() throws {
        #expect(try contexts("siblings") == ["importing", "importing 2", "importing 3"])
        #expect(try contexts("child-of-main") == ["child", "child 2", "child 3"])
        #expect(try contexts("container-background") == ["task", "task 2", "task 3"])
        for shared in ["single-main", "private-writer"] {
            #expect(try contexts(shared) == ["main"])
        }
        #expect(try contexts("private-child-only") == ["child"])
    }

    @Test func `A further importer saves and merges as the first does`() throws {
        let workload = try sample.parse(Self.together)
        for name in TopologyCatalogue.all.map(\.name) {
            let topology = try workload.resolved(VariantSpec(name, option: "--topology")).topology
            let first = try #require(topology.importerContexts.first)
            for other in topology.importerContexts.dropFirst() {
                #expect(topology.route(from: other).hops == topology.route(from: first).hops)
                let merges = [first, other].map { name in
                    topology.merges.filter { $0.from == name }.map { [$0.to, $0.mode.rawValue] }
                }
                #expect(merges[0] == merges[1])
                #expect(topology.isPerTask(first) == topology.isPerTask(other))
            }
        }
    }

    private static let togetherMistakes: [(part: String, replacement: String, message: String)] = [
        ("importers: 3", "importers: 3, cancel-after: 40%", "other importers may share it"),
        (
            "importers: 3", "importers: 3, relationships: second-pass",
            "several importers end at different times"
        ),
        (
            "partners: true", "notes: 1", "would each create the same Customer"
        ),
        ("partners: true, measured: false", "partners: true", "before anything else is there"),
        ("partners: true", "partners: true, notes: 3", "as a phase of its own"),
        ("importers: 3", "importers: 9", "9"),
    ]

    @Test(arguments: togetherMistakes.indices)
    func `Importers that could not work at once are refused`(_ index: Int) throws {
        let mistake = Self.togetherMistakes[index]
        let text = Self.together.replacing(mistake.part, with: mistake.replacement)
        let error = #expect(throws: (any Error).self) { _ = try sample.parse(text) }
        let message = error.map { "\($0)" } ?? ""
        #expect(message.contains(mistake.message), "\(message)")
    }

    @Test func `An importer and a user who adds beside it find the partners that they share`()
        throws
    {
        let text = Self.together.replacing(", importers: 3", with: "")
            .replacing("edits: Book", with: "edits: Order")
            .replacing("delete: 0.2", with: "add: 0.2")
        _ = try sample.parse(text)
        let alone = text.replacing(
            "  - { name: partners, partners: true, measured: false }\n", with: "")
        let error = #expect(throws: (any Error).self) { _ = try sample.parse(alone) }
        let message = "would each create the same Customer"
        #expect(error.map { "\($0)".contains(message) } == true, "\(error.map { "\($0)" } ?? "")")
        // Who adds nothing creates no partner.
        _ = try sample.parse(alone.replacing("add: 0.2", with: "delete: 0.2"))
    }
}
