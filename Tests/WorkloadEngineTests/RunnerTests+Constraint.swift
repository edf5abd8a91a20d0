import Documents
import Testing
import Topologies
import WorkloadEngine

// Objects that are there are found by a uniqueness constraint, when the context that commits saves.
//
//     importer             context that commits          store
//     insert Order 7 ────▶ save: 7 is there ───────────▶ the row of 7 has the new values
//                          the new object gives way
extension RunnerTests {
    /// Orders by number, of which twelve are there, with a customer and tags each.
    private static let orders = """
        schema: 1
        title: Orders that are there
        question: Does it work?
        expect: yes, it does
        seed: 7
        model: Models/Shop.xcdatamodeld
        content:
          Order:
            number: key number
            attachment: bytes 0..300
            placedAt: date 2015..2025
            remark: words 1..6
            customer: one of 8 Customer
            tags: some 0..3 of 9 Tag
          Line: { article: words 1..3 }
          Customer: { email: key text, photo: bytes 0..300 }
          Tag: { name: key text }
          Book: { code: key uuid, title: words 1..3, pages: integer 1..900 }
        roles:
          importer:
            generate: 30
            entity: Order
            batch: 5
            pace: 10ms
            method: upsert
            find: constraint
          ui:
            arrivals: poisson 200/s
            mix: { fetch-page: 0.3, search: 0.2, edit: 0.3, delete: 0.2 }
            page: 4
            save: after-edit
            edits: Book
            shows: remark
        phases:
          - { name: preload, notes: 20, imported: 12, measured: false }
          - { name: import, for: 60ms, roles: [importer, ui] }
        """

    private static let orderWays = ["", "reset: true", "cancel-after: 45%"]

    @Test(arguments: orderWays, TopologyCatalogue.all.map { $0.name })
    func `A constraint makes updates of what is inserted again, on every stack`(
        _ way: String, _ topology: String
    ) async throws {
        let text = Self.orders.replacing("pace: 10ms", with: "pace: 10ms\n    " + way)
        let run = try await run(sample.parse(text), on: topology)
        #expect(run.outcome.failures.map(\.description) == [])
        #expect(run.outcome.saveFailures.map(\.message) == [])
        #expect(run.outcome.differences == [])
        #expect(run.outcome.isAsExpected)
        for operation in run.plan.operations where operation.role == .importer {
            #expect(run.seen.edits[operation.index] ?? 0 == operation.edits, "\(operation)")
        }
    }

    @Test func `Each way to find what is there ends with the same data`() throws {
        let ways = ["constraint", "each", "batch", "sorted"]
        let digests = try ways.map { way in
            let text = Self.orders.replacing("find: constraint", with: "find: \(way)")
            return try ExpectedData(OperationPlan(sample.parse(text))).content.digest
        }
        #expect(Set(digests).count == 1)
    }

    @Test(arguments: [UInt64](0..<4), ["siblings", "child-of-main", "writer-main-worker"])
    func `A constraint makes updates in every interleaving, and no fetch does`(
        _ interleaving: UInt64, _ topology: String
    ) throws {
        var settled = 0
        let outcome = try runInVirtualTime(
            sample.parse(Self.orders), topology, interleaving,
            counted: { settled = $0[.conflictsSettled] })
        #expect(outcome.isAsExpected, "\(outcome)")
        // Each of the orders that are there.
        #expect(settled >= 12)
    }

    private static let orderMistakes: [(part: String, replacement: String, message: String)] = [
        ("    method: upsert\n", "", "method: insert expects none there"),
        ("number: key number", "number: unique number\n    remark: key text", "on remark alone"),
        (
            "entity: Order", "entity: Tag",
            "uniqueness constraint of Tag on name alone, and Models/Shop.xcdatamodeld has none"
        ),
        (
            "tags: some", "lines: new 0..4 Line\n    tags: some",
            "Order.lines would have its parts twice"
        ),
    ]

    @Test(arguments: orderMistakes.indices)
    func `An importer that no constraint serves is refused where the file asks for it`(
        _ index: Int
    ) throws {
        let mistake = Self.orderMistakes[index]
        var message = "nothing"
        do {
            var text = Self.orders.replacing(mistake.part, with: mistake.replacement)
            if mistake.part == "entity: Order" { text = text.replacing("remark\n", with: "name\n") }
            if mistake.replacement.contains("remark") {
                text = text.replacing("    remark: words 1..6\n", with: "")
            }
            _ = try sample.parse(text).loadModel()
        } catch {
            message = "\(error)"
        }
        #expect(message.contains(mistake.message), "\(message)")
        #expect(message.contains("sample.yaml:2"), "\(message)")
    }

    @Test func `Parts that nothing stored has yet need no constraint`() throws {
        let text = Self.orders.replacing("tags: some", with: "lines: new 0..4 Line\n    tags: some")
            .replacing("imported: 12, ", with: "")
            .replacing("article: words 1..3", with: "article: words 1..3, price: decimal 0..9")
        _ = try sample.parse(text).loadModel()
    }

    // MARK: Policies

    private func topology(_ text: String, _ workload: String = orders) throws -> Topology {
        try sample.parse(workload).resolved(VariantSpec(text, option: "--topology")).topology
    }

    @Test func `The contexts of the import's route get the policy that makes updates`() throws {
        let policies = try topology("writer-main-worker").contexts.map(\.mergePolicy)
        #expect(policies == [.objectTrump, .objectTrump, .objectTrump])
        let nested = try topology("private-writer:flush=5s").contexts.map(\.mergePolicy)
        #expect(nested == [.objectTrump, .objectTrump])
        let others = try topology("siblings:main.merge-policy=error").contexts.map(\.mergePolicy)
        #expect(others == [.error, .objectTrump])
        let found = Self.orders.replacing("find: constraint", with: "find: batch")
        #expect(try topology("single-main", found).contexts[0].mergePolicy == .error)
    }

    @Test(arguments: ["error", "store-trump", "rollback"])
    func `A policy that loses what is imported is refused`(_ policy: String) throws {
        for field in ["merge-policy", "importing.merge-policy"] {
            let error = #expect(throws: TopologyError.self) {
                try topology("siblings:\(field)=\(policy)")
            }
            let message = error?.description ?? ""
            #expect(message.contains("has the merge policy \(policy): the "), "\(message)")
            #expect(message.contains("write object-trump"), "\(message)")
        }
        #expect(throws: TopologyError.self) {
            let fields = "seed: 7\ntopology: { merge-policy: \(policy) }"
            return try topology("siblings", Self.orders.replacing("seed: 7", with: fields))
        }
    }

    @Test(arguments: ["object-trump", "overwrite"])
    func `A policy where objects trump is kept`(_ policy: String) async throws {
        let name = "siblings:importing.merge-policy=\(policy)"
        #expect(try topology(name).contexts[1].mergePolicy.rawValue == policy)
        let run = try await run(sample.parse(Self.orders), on: name)
        #expect(run.outcome.isAsExpected, "\(run.outcome)")
    }
}
